import { CSV_DELIMITERS, type CsvDelimiter } from '@clearwatch/contracts/csv/csv-settings';
import { CsvReader } from '../csv-reader.ts';
import type { CsvRecord } from '../records/csv-record.ts';
import { isBlank } from '../records/is-blank.ts';

/** The first rows of a delimited text file. */
export interface Table {
  delimiter: CsvDelimiter;
  /** How many columns most rows have. */
  width: number;
  /** Without blank ones. */
  records: readonly CsvRecord[];
}

/** What spreadsheets write to say which delimiter follows. */
const SAYS_DELIMITER = /^(?:\u00ef\u00bb\u00bf)?sep=([,;\t|])\r?\n/i;

/**
 * The delimiter that parts the rows most evenly into most columns; null when none gives two columns.
 *
 * @param head the first bytes of the file
 * @param isWhole whether that is all of it; otherwise the last row may be cut and is left out
 * @throws ImportFileError for UTF-16 and UTF-32
 */
export function findTable(head: Buffer, { isWhole }: { isWhole: boolean }): Table | null {
  const said = SAYS_DELIMITER.exec(head.toString('latin1', 0, 16))?.[1];
  let best: { table: Table; score: number } | null = null;
  for (const delimiter of CSV_DELIMITERS) {
    if (said !== undefined && said !== delimiter) continue;
    const { table, share } = partedBy(delimiter, head, isWhole);
    const score = share * (table.width - 1);
    if (table.width > 1 && (best === null || score > best.score)) best = { table, score };
  }
  return best?.table ?? null;
}

/** The first rows as this delimiter parts them, however little sense that makes. */
export function tableOf(
  head: Buffer,
  { delimiter, isWhole }: { delimiter: CsvDelimiter; isWhole: boolean },
): Table {
  return partedBy(delimiter, head, isWhole).table;
}

/** Read twice: only when the width is known are rows told apart that a stray quotation mark holds together. */
function partedBy(delimiter: CsvDelimiter, head: Buffer, isWhole: boolean): { table: Table; share: number } {
  const { width } = commonWidth(recordsOf(head, { delimiter, isWhole, columns: null }));
  const records = recordsOf(head, { delimiter, isWhole, columns: width });
  const { share } = commonWidth(records);
  return { table: { delimiter, width, records }, share };
}

function recordsOf(
  head: Buffer,
  { delimiter, isWhole, columns }: { delimiter: CsvDelimiter; isWhole: boolean; columns: number | null },
): CsvRecord[] {
  const reader = new CsvReader({ delimiter, columns });
  const records = reader.push(head);
  if (isWhole) records.push(...reader.end());
  return records.filter((record) => !isBlank(record));
}

/** Rows with a problem have no width. */
function commonWidth(records: readonly CsvRecord[]): { width: number; share: number } {
  const counts = new Map<number, number>();
  for (const { cells, problem } of records)
    if (problem === null) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let width = 0;
  let most = 0;
  for (const [cells, count] of counts)
    if (count > most || (count === most && cells > width)) {
      width = cells;
      most = count;
    }
  return { width, share: records.length === 0 ? 0 : most / records.length };
}
