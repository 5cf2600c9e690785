import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import { ImportFileError } from '../import/json/import-file-error.ts';
import type { ReadRow } from '../import/read-transaction-row.ts';
import type { RowContext } from '../import/row-context.ts';
import { CsvReader } from './csv-reader.ts';
import { columnNames } from './mapping/column-names.ts';
import { CsvRowReader } from './mapping/csv-row-reader.ts';
import type { CsvRecord } from './records/csv-record.ts';
import { textOfRow } from './records/decode-cells.ts';
import { isBlank } from './records/is-blank.ts';

/** A row of the table and what it became. */
export interface CsvFileRow {
  /** Position among the table's rows, from 1; the header and blank rows do not count. */
  row: number;
  /** Line of the file, from 1. */
  line: number;
  read: ReadRow;
  /** The row as it stands in the file, to be corrected; null when it was taken. */
  source: string | null;
}

/** Reads a CSV file by its mapping as its bytes arrive. */
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

  /**
   * Takes the next bytes of the file.
   *
   * @throws ImportFileError for UTF-16 and UTF-32
   */
  push(chunk: Buffer): CsvFileRow[] {
    return this.#rowsOf(this.#records.push(chunk));
  }

  /**
   * Says that there are no more bytes.
   *
   * @throws ImportFileError when the file holds no row below its header
   */
  end(): CsvFileRow[] {
    const rows = this.#rowsOf(this.#records.end());
    if (this.#rows > 0) return rows;
    const message = 'the table holds no row of transactions. Choose a file with transactions.';
    throw new ImportFileError({ code: 'no_transactions', line: 1, message });
  }

  #rowsOf(records: readonly CsvRecord[]): CsvFileRow[] {
    const rows: CsvFileRow[] = [];
    for (const record of records) {
      if (isBlank(record)) continue;
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
      const source = 'row' in read ? null : textOfRow(record);
      rows.push({ row: this.#rows, line: record.line, read, source });
    }
    return rows;
  }
}
