import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import { CsvReader } from '../csv-reader.ts';
import { writtenCell } from './written-cell.ts';

/**
 * The cells of a rejected row, to be written into a table that people correct and import again. A row that does not fit its
 * table stands in the first cell as it was.
 *
 * @param source the row as it stands in the file
 */
export function rowToCorrect(
  source: string,
  { delimiter, columnCount }: Pick<CsvMapping, 'delimiter' | 'columnCount'>,
): string[] {
  const reader = new CsvReader({ delimiter });
  const [row, ...others] = [...reader.push(Buffer.from(source)), ...reader.end()];
  const fits =
    row !== undefined && others.length === 0 && row.problem === null && row.cells.length === columnCount;
  return fits ? row.cells.map(writtenCell) : [source];
}
