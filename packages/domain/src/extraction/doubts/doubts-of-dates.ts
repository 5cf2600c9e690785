import { CSV_DATE_FIELDS } from '@clearwatch/contracts/csv/csv-settings';
import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import { contradictsDateOrder } from '../../csv/guess/guess-date-order.ts';
import type { Doubt } from '../document-row.ts';
import type { TableRow } from '../layout/extracted-table.ts';
import { LEAST_CONFIDENCE } from './doubts-of-row.ts';

/**
 * Whether the dates that can be told speak against the order in which all are read: then 03/04 is another day than it seems, in
 * every row. Dates that were read without certainty tell nothing.
 */
export function doubtsOfDates(rows: readonly TableRow[], { columns, dateOrder }: CsvMapping): Doubt[] {
  const dated = columns.filter(({ field }) => CSV_DATE_FIELDS.some((date) => date === field));
  const dates = rows.flatMap(({ cells }) =>
    dated.flatMap(({ column }) => {
      const cell = cells[column];
      return cell === undefined || cell.confidence < LEAST_CONFIDENCE ? [] : [cell.text];
    }),
  );
  if (!contradictsDateOrder(dates, dateOrder)) return [];
  const [first] = dated;
  return [
    {
      column: first?.column ?? null,
      reason: 'some dates begin with the day: read with the month first it may be another',
    },
  ];
}
