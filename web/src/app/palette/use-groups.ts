import { ArrowRightOutlined, ReloadOutlined } from '@ant-design/icons';
import { formatCount } from '../../formats/count.ts';
import type { Entry, Group } from './entry.ts';
import { ranked } from './match.ts';
import { useRecentJumps } from './recent-jumps.ts';
import type { NamedEntry } from './screen-entries.ts';
import { type FoundGroup, useFound } from './use-found.ts';
import { useSettled } from './use-settled.ts';

interface Offered {
  screens: readonly NamedEntry[];
  acts: readonly NamedEntry[];
}

interface Shown {
  groups: Group[];
  /** More may come, or what was found for an earlier text go. */
  isSearching: boolean;
}

/**
 * What stands in the palette. Screens and acts answer at every letter, what the server has when typing pauses; an entry
 * that was found for an earlier text is paler and nothing that Enter may choose.
 */
export function useGroups(typed: string, { screens, acts }: Offered): Shown {
  const text = typed.trim();
  const settled = useSettled(text);
  const found = useFound(settled);
  const { recent } = useRecentJumps();
  const isBehind = settled !== text;
  const local =
    text === ''
      ? [
          localGroup({ id: 'recent', title: 'Recent', entries: recent }),
          localGroup({ id: 'screens', title: 'Screens', entries: screens }),
          localGroup({ id: 'acts', title: 'Actions', entries: acts }),
        ]
      : [
          localGroup({ id: 'screens', title: 'Screens', entries: ranked(screens, text) }),
          localGroup({ id: 'acts', title: 'Actions', entries: ranked(acts, text) }),
        ];
  const groups = [
    ...local.filter(({ entries }) => entries.length > 0),
    ...found.map((group) => toGroup(group, isBehind || group.isOutdated)),
  ];
  const isSearching = isBehind || groups.some(({ state, isOutdated }) => state === 'searching' || isOutdated);
  return { groups, isSearching };
}

function localGroup(group: Pick<Group, 'id' | 'title' | 'entries'>): Group {
  return { ...group, count: '', state: 'ready', isOutdated: false };
}

function toGroup(found: FoundGroup, isOutdated: boolean): Group {
  const { id, title, count, state } = found;
  return { id, title, count, state, isOutdated, entries: [...found.entries, ...lastEntries(found)] };
}

/** The way to all of them, or to try again: entries as well, because a list of options holds nothing else. */
function lastEntries({ id, title, total, list, state, failed, retry }: FoundGroup): Entry[] {
  if (state === 'failed')
    return [
      {
        id: `retry-${id}`,
        label: `${failed} Try again`,
        detail: '',
        icon: ReloadOutlined,
        does: { stay: retry },
      },
    ];
  if (list === null) return [];
  return [
    {
      id: `all-${id}`,
      label: `Show all ${formatCount(total)} ${title.toLowerCase()}`,
      detail: '',
      icon: ArrowRightOutlined,
      does: { jump: { to: list } },
    },
  ];
}
