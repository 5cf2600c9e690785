import type {
  CsvMapping,
  CsvRowPreview,
  CsvTransactionPreview,
} from '@clearwatch/contracts/http/csv-mapping';
import type { LedgerRow } from '../../import/ledger-row.ts';
import type { RowContext } from '../../import/row-context.ts';
import { displayName } from '../../members/display-name.ts';
import { formatCents } from '../../money/cents.ts';
import type { Table } from '../guess/find-table.ts';
import { columnNames } from './column-names.ts';
import { CsvRowReader } from './csv-row-reader.ts';

/** A cell is shown as far as a screen can show it. */
const SHOWN_CHARACTERS = 100;

/** The names of a table's columns and its first rows, as they would be imported by this mapping. */
export function firstRows(
  { records }: Pick<Table, 'records'>,
  { mapping, most, ...context }: { mapping: CsvMapping; most: number } & RowContext,
): { names: string[]; rows: CsvRowPreview[] } {
  const { skippedRows, hasHeader, columnCount } = mapping;
  const names = columnNames(hasHeader ? (records[skippedRows]?.cells ?? null) : null, columnCount);
  const reader = new CsvRowReader(mapping, names, context);
  const begin = skippedRows + (hasHeader ? 1 : 0);
  const rows = records.slice(begin, begin + most).map((record): CsvRowPreview => {
    const read = reader.read(record);
    return {
      line: record.line,
      cells: record.cells.slice(0, columnCount).map((cell) => cell.slice(0, SHOWN_CHARACTERS).toWellFormed()),
      transaction: 'row' in read ? toPreview(read.row) : null,
      problems: 'row' in read ? [] : read.problems.map(({ field, reason }) => `${field}: ${reason}`),
    };
  });
  return { names, rows };
}

function toPreview(row: LedgerRow): CsvTransactionPreview {
  return {
    name: displayName(row),
    company: row.company,
    accountNumber: row.accountNumber,
    amount: formatCents(row.amountCents),
    transactionType: row.transactionType,
    day: row.postingDate ?? row.settlementDate ?? row.effectiveDate,
  };
}
