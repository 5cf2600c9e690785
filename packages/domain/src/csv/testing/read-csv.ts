import type { CsvDelimiter } from '@clearwatch/contracts/csv/csv-settings';
import { CsvReader } from '../csv-reader.ts';
import type { CsvRecord } from '../records/csv-record.ts';

/** All rows of a file whose bytes arrive in pieces of this size. */
export function readCsv(
  file: Buffer | string,
  options: { delimiter?: CsvDelimiter; columns?: number; pieceBytes?: number } = {},
): CsvRecord[] {
  const { delimiter = ',', columns = null, pieceBytes = 64 * 1024 } = options;
  const bytes = Buffer.from(file);
  const reader = new CsvReader({ delimiter, columns });
  const records: CsvRecord[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes)
    records.push(...reader.push(bytes.subarray(from, from + pieceBytes)));
  return [...records, ...reader.end()];
}
