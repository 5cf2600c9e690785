import type { CsvField } from '@clearwatch/contracts/csv/csv-fields';
import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';

const AMOUNTS: ReadonlySet<CsvField> = new Set(['amount', 'debitAmount', 'creditAmount']);
/** What stands before and behind the first comma of `$1,200.00`. */
const BEFORE_COMMA = /^[-+($ ]*\d{1,3}$/;
const BEHIND_COMMA = /^\d{3}(?:\.\d{1,2})?[)-]?(?: ?(?:CR|DR))?$/i;

/**
 * Whether the comma of an amount without quotation marks has parted it over two columns: read by its column it would be a
 * thousandth. Of rows that have as many columns as their table nobody can tell.
 */
export function splitsAmount(
  cells: readonly string[],
  { columns, delimiter }: Pick<CsvMapping, 'columns' | 'delimiter'>,
): boolean {
  if (delimiter !== ',') return false;
  return columns.some(
    ({ column, field }) =>
      AMOUNTS.has(field) &&
      BEFORE_COMMA.test((cells[column] ?? '').trim()) &&
      BEHIND_COMMA.test((cells[column + 1] ?? '').trim()),
  );
}
