import { FixedLabelCounter } from '@clearwatch/service-kit/metrics/prometheus-metrics';
import type { MergeCounts } from './ledger-merge.ts';

const IMPORTS = new FixedLabelCounter({
  name: 'clearwatch_imports_total',
  help: 'Imports that came to an end, by how.',
  label: 'outcome',
  values: ['stored', 'failed'],
});
const ENTRIES = new FixedLabelCounter({
  name: 'clearwatch_import_rows_total',
  help: 'Rows of stored imports: entries that were new, duplicates that were skipped, rows that were rejected.',
  label: 'outcome',
  values: ['imported', 'duplicate', 'rejected'],
});

/** After the commit: what was undone was not imported. */
export function countStored({ stored, duplicates, rejected }: MergeCounts): void {
  IMPORTS.count('stored');
  ENTRIES.count('imported', stored);
  ENTRIES.count('duplicate', duplicates);
  ENTRIES.count('rejected', rejected);
}

export function countFailed(): void {
  IMPORTS.count('failed');
}
