import { ArrowRightOutlined, ReloadOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatCount } from '../../lib/number-format.ts';
import { alertsSource } from './palette-alert-source.ts';
import {
  type PaletteEntry,
  type PaletteGroup,
  type SearchableEntry,
  useRecentTargets,
} from './palette-entries.ts';
import { rankMatches } from './palette-match.ts';
import {
  aiReportsSource,
  companiesSource,
  importsSource,
  membersSource,
  type PaletteSource,
  type SourceResult,
  savedFiltersSource,
  savedViewsSource,
  transactionsSource,
} from './palette-sources.ts';

const CACHE_MS = 30_000;

interface SourceGroup extends PaletteGroup {
  total: number;
  list: string | null;
  retry: () => void;
}

function useSourceResults(text: string): SourceGroup[] {
  return [
    useSource(membersSource, text),
    useSource(companiesSource, text),
    useSource(alertsSource, text),
    useSource(transactionsSource, text),
    useSource(importsSource, text),
    useSource(aiReportsSource, text),
    useSource(savedViewsSource, text),
    useSource(savedFiltersSource, text),
  ].filter((group) => group !== null);
}

/**
 * Null when the source is not searched or found nothing. Results are cached briefly, in memory only, because queries
 * hold names.
 */
function useSource(source: PaletteSource, text: string): SourceGroup | null {
  const client = useQueryClient();
  const isEnabled = text !== '' && source.takes(text);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery<SourceResult>({
    queryKey: ['palette', source.id, text],
    queryFn: ({ signal }) => source.find({ text, signal, client }),
    enabled: isEnabled,
    gcTime: CACHE_MS,
    placeholderData: keepPreviousData,
  });
  if (!isEnabled) return null;
  const found = isError ? undefined : data;
  const state = isFetching ? 'searching' : isError ? 'failed' : 'ready';
  if (state === 'ready' && found?.total === 0) return null;
  const shown = found?.entries.length ?? 0;
  return {
    id: source.id,
    title: source.title,
    entries: found?.entries ?? [],
    count: found === undefined || shown === 0 ? '' : resultCountText(shown, found.total),
    total: found?.total ?? 0,
    list: found === undefined || found.total <= shown ? null : found.list,
    state,
    isOutdated: isPlaceholderData,
    retry: () => void refetch(),
  };
}

function resultCountText(shown: number, total: number): string {
  return total > shown ? `${formatCount(shown)} of ${formatCount(total)}` : formatCount(total);
}

const DEBOUNCE_MS = 200;

function useDebouncedText(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed === '' ? '' : settled;
}

interface LocalEntries {
  screens: readonly SearchableEntry[];
  actions: readonly SearchableEntry[];
}

/**
 * Screens and actions update with every letter, server results when typing pauses. Results of an earlier text are
 * shown paler and cannot be chosen.
 */
export function usePaletteGroups(typed: string, { screens, actions }: LocalEntries) {
  const text = typed.trim();
  const settled = useDebouncedText(text);
  const found = useSourceResults(settled);
  const { recent } = useRecentTargets();
  const isTyping = settled !== text;
  const local =
    text === ''
      ? [
          localGroup({ id: 'recent', title: 'Recent', entries: recent }),
          localGroup({ id: 'screens', title: 'Screens', entries: screens }),
          localGroup({ id: 'acts', title: 'Actions', entries: actions }),
        ]
      : [
          localGroup({ id: 'screens', title: 'Screens', entries: rankMatches(screens, text) }),
          localGroup({ id: 'acts', title: 'Actions', entries: rankMatches(actions, text) }),
        ];
  const groups = [
    ...local.filter(({ entries }) => entries.length > 0),
    ...found.map((group) => toGroup(group, isTyping || group.isOutdated)),
  ];
  const isSearching = isTyping || groups.some(({ state, isOutdated }) => state === 'searching' || isOutdated);
  return { groups, isSearching };
}

function localGroup(group: Pick<PaletteGroup, 'id' | 'title' | 'entries'>): PaletteGroup {
  return { ...group, count: '', state: 'ready', isOutdated: false };
}

function toGroup(found: SourceGroup, isOutdated: boolean): PaletteGroup {
  const { id, title, count, state } = found;
  return { id, title, count, state, isOutdated, entries: [...found.entries, ...trailingEntries(found)] };
}

/** A listbox may contain only options, so "show all" and "try again" are options too. */
function trailingEntries({ id, title, total, list, state, retry }: SourceGroup): PaletteEntry[] {
  if (state === 'failed')
    return [
      {
        id: `retry-${id}`,
        label: `${title} could not be searched. Try again`,
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
