import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCount } from '../../formats/count.ts';
import type { Group } from './entry.ts';
import { aiReports } from './sources/ai-reports.ts';
import { alerts } from './sources/alerts.ts';
import { companies } from './sources/companies.ts';
import { imports } from './sources/imports.ts';
import { members } from './sources/members.ts';
import { savedFilters } from './sources/saved-filters.ts';
import { savedViews } from './sources/saved-views.ts';
import type { Finding, Source } from './sources/source.ts';
import { transactions } from './sources/transactions.ts';

/** Whoever types the same again within it is answered at once. */
const KEPT_MS = 30_000;

export interface FoundGroup extends Group {
  total: number;
  /** Shows all of them; null where no list can, or where all are shown. */
  list: string | null;
  failed: string;
  retry: () => void;
}

/** What each source has, in the order of the palette. @param text without blanks around it, typing has paused */
export function useFound(text: string): FoundGroup[] {
  return [
    useSource(members, text),
    useSource(companies, text),
    useSource(alerts, text),
    useSource(transactions, text),
    useSource(imports, text),
    useSource(aiReports, text),
    useSource(savedViews, text),
    useSource(savedFilters, text),
  ].filter((group) => group !== null);
}

/**
 * One source: null when it is not asked, or has nothing. What is typed next ends a question that is under way. Kept in memory
 * for a moment and nowhere else: questions hold names.
 */
function useSource(source: Source, text: string): FoundGroup | null {
  const client = useQueryClient();
  const isAsked = text !== '' && source.takes(text);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery<Finding>({
    queryKey: ['palette', source.id, text],
    queryFn: ({ signal }) => source.find({ text, signal, client }),
    enabled: isAsked,
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });
  if (!isAsked) return null;
  const found = isError ? undefined : data;
  const state = isFetching ? 'searching' : isError ? 'failed' : 'ready';
  if (state === 'ready' && found?.total === 0) return null;
  const shown = found?.entries.length ?? 0;
  return {
    id: source.id,
    title: source.title,
    entries: found?.entries ?? [],
    count: found === undefined || shown === 0 ? '' : countWords(shown, found.total),
    total: found?.total ?? 0,
    list: found === undefined || found.total <= shown ? null : found.list,
    state,
    isOutdated: isPlaceholderData,
    failed: source.failed,
    retry: () => void refetch(),
  };
}

function countWords(shown: number, total: number): string {
  return total > shown ? `${formatCount(shown)} of ${formatCount(total)}` : formatCount(total);
}
