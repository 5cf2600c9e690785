import { CSV_DATE_FIELDS } from '@clearwatch/contracts/csv/csv-settings';
import type { CsvMapping, CsvQuestion } from '@clearwatch/contracts/http/csv-mapping';
import { writtenCell } from '../mapping/written-cell.ts';
import type { Table } from './find-table.ts';
import { contradictsDateOrder } from './guess-date-order.ts';

/** What speaks against reading a file by the mapping of earlier ones with the same header; empty when nothing does. */
export function doubtsAbout(mapping: CsvMapping, { records }: Pick<Table, 'records'>): CsvQuestion[] {
  const columns = mapping.columns.filter(({ field }) => CSV_DATE_FIELDS.some((date) => date === field));
  const dates = records
    .slice(mapping.skippedRows + (mapping.hasHeader ? 1 : 0))
    .flatMap(({ cells }) => columns.map(({ column }) => writtenCell(cells[column] ?? '')));
  if (!contradictsDateOrder(dates, mapping.dateOrder)) return [];
  const sentence =
    'The dates of this file do not begin as those of earlier files with this header did. Choose the order of month and day.';
  return [{ about: 'dateOrder', sentence }];
}
