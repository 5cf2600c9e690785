import type { ParsedRow } from '@clearwatch/contracts/documents.dto';

export const ROW_FILTERS = ['waiting', 'imported', 'discarded', 'all'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

export const FILTER_WORDS: Record<RowFilter, string> = {
  waiting: 'To review',
  imported: 'Imported',
  discarded: 'Discarded',
  all: 'All rows',
};

export function isShown({ state }: ParsedRow, filter: RowFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'waiting') return state === 'held';
  return filter === 'discarded' ? state === 'discarded' : state !== 'held' && state !== 'discarded';
}
