import { ArrowRightOutlined, ReloadOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatCount } from '../../lib/number-format.ts';
import { alertsSource } from './palette-alert-source.ts';
import { type PaletteEntry, type PaletteGroup, type SearchableEntry, useRecentTargets } from './palette-entries.ts';
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

function useSourceResults(text: string): PaletteGroup[] {
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

/** Null if there was no search or no result. Cached briefly, in memory only, because queries contain names. */
function useSource(source: PaletteSource, text: string): PaletteGroup | null {
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
  const { entries = [], total = 0, list = null } = found ?? {};
  if (state === 'ready' && total === 0) return null;
  const { id, title } = source;
  const trailing =
    state === 'failed'
      ? [option(`retry-${id}`, `${title} could not be searched. Try again.`, { stay: () => void refetch() })]
      : list !== null && total > entries.length
        ? [
            option(`all-${id}`, `Show all ${formatCount(total)} ${title.toLowerCase()}`, {
              jump: { to: list },
            }),
          ]
        : [];
  const of = total > entries.length ? ` of ${formatCount(total)}` : '';
  return {
    id,
    title,
    // A listbox may contain only options, so "show all" and "try again" are options too.
    entries: [...entries, ...trailing],
    count: entries.length === 0 ? '' : `${formatCount(entries.length)}${of}`,
    state,
    isOutdated: isPlaceholderData,
  };
}

function option(id: string, label: string, does: PaletteEntry['does']): PaletteEntry {
  return { id, label, detail: '', icon: 'stay' in does ? ReloadOutlined : ArrowRightOutlined, does };
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

type LocalEntries = { screens: readonly SearchableEntry[]; actions: readonly SearchableEntry[] };

/** Server results follow after a typing pause. Results for earlier text are dimmed and cannot be chosen. */
export function usePaletteGroups(typed: string, { screens, actions }: LocalEntries) {
  const text = typed.trim();
  const settled = useDebouncedText(text);
  const found = useSourceResults(settled);
  const { recent } = useRecentTargets();
  const isTyping = settled !== text;
  const ranked = (entries: readonly SearchableEntry[]) => (text === '' ? entries : rankMatches(entries, text));
  const local = [
    { id: 'recent', title: 'Recent', entries: text === '' ? recent : [] },
    { id: 'screens', title: 'Screens', entries: ranked(screens) },
    { id: 'acts', title: 'Actions', entries: ranked(actions) },
  ];
  const groups: PaletteGroup[] = [
    ...local
      .filter(({ entries }) => entries.length > 0)
      .map((group) => ({ ...group, count: '', state: 'ready' as const, isOutdated: false })),
    ...found.map((group) => ({ ...group, isOutdated: isTyping || group.isOutdated })),
  ];
  const isSearching = isTyping || groups.some(({ state, isOutdated }) => state === 'searching' || isOutdated);
  return { groups, isSearching };
}
