import type { CsvMapping, CsvRowPreview, CsvTransactionPreview } from '@clearwatch/contracts/csv-mapping.dto';
import { ImportFileError } from '../ledger/import-file-error.ts';
import type { LedgerRow, RowContext } from '../ledger/ledger-row.ts';
import type { ReadRow } from '../ledger/read-transaction-row.ts';
import { displayName } from '../members/member-names.ts';
import { formatCents } from '../money/cents.ts';
import { CsvReader, type CsvRecord, isBlankRecord, rowText, withoutSpreadsheetGuard } from './csv-reader.ts';
import { CsvRowReader } from './csv-row-reader.ts';
import { type CsvTable, columnNames } from './find-csv-table.ts';

export interface CsvFileRow {
  /** Position in the table, from 1, not counting the header and blank rows. */
  row: number;
  /** From 1. */
  line: number;
  read: ReadRow;
  /** The row's text, for correction; null unless rejected. */
  source: string | null;
}

export class CsvFileReader {
  readonly #mapping: CsvMapping;
  readonly #context: RowContext;
  readonly #records: CsvReader;
  #toSkip: number;
  #rowReader: CsvRowReader | null = null;
  #rows = 0;

  constructor(mapping: CsvMapping, context: RowContext) {
    this.#mapping = mapping;
    this.#context = context;
    this.#records = new CsvReader({ delimiter: mapping.delimiter, columns: mapping.columnCount });
    this.#toSkip = mapping.skippedRows;
  }

  /** @throws ImportFileError for UTF-16 and UTF-32 */
  push(chunk: Buffer): CsvFileRow[] {
    return this.#rowsOf(this.#records.push(chunk));
  }

  /** @throws ImportFileError when the file holds no row below its header */
  end(): CsvFileRow[] {
    const rows = this.#rowsOf(this.#records.end());
    if (this.#rows > 0) return rows;
    const message = 'the table contains no transactions. Choose a file with transactions.';
    throw new ImportFileError({ code: 'no_transactions', line: 1, message });
  }

  #rowsOf(records: readonly CsvRecord[]): CsvFileRow[] {
    const rows: CsvFileRow[] = [];
    for (const record of records) {
      if (isBlankRecord(record)) continue;
      if (this.#toSkip > 0) {
        this.#toSkip -= 1;
        continue;
      }
      if (this.#rowReader === null) {
        const header = this.#mapping.hasHeader ? record.cells : null;
        const names = columnNames(header, this.#mapping.columnCount);
        this.#rowReader = new CsvRowReader(this.#mapping, names, this.#context);
        if (header !== null) continue;
      }
      this.#rows += 1;
      const read = this.#rowReader.read(record);
      const source = 'row' in read ? null : rowText(record);
      rows.push({ row: this.#rows, line: record.line, read, source });
    }
    return rows;
  }
}

const PREVIEW_CELL_LENGTH = 100;

export function previewRows(
  { records }: Pick<CsvTable, 'records'>,
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
      cells: record.cells.slice(0, columnCount).map((cell) => cell.slice(0, PREVIEW_CELL_LENGTH).toWellFormed()),
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

/**
 * The cells of a rejected row, for a table that staff correct and import again; one cell if the row does not fit its
 * table.
 */
export function cellsToCorrect(
  source: string,
  { delimiter, columnCount }: Pick<CsvMapping, 'delimiter' | 'columnCount'>,
): string[] {
  const reader = new CsvReader({ delimiter });
  const [row, ...others] = [...reader.push(Buffer.from(source)), ...reader.end()];
  const fits = row !== undefined && others.length === 0 && row.problem === null && row.cells.length === columnCount;
  return fits ? row.cells.map(withoutSpreadsheetGuard) : [source];
}
