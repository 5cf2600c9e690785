import type { CsvDelimiter } from '@clearwatch/contracts/csv/csv-settings';

/**
 * Whether a row over several lines is really several rows, held together by a stray quotation mark that an unrelated one
 * closes: its first line and a later one both have the delimiters of a whole row. Then no row may vanish within a text.
 *
 * @param columns how many a row should have; null when that is not known
 */
export function swallowsARow(row: string, delimiter: CsvDelimiter, columns: number | null): boolean {
  if (columns === null || columns < 2) return false;
  const [first = '', ...later] = row.split(/\r\n|\r|\n/);
  const isWhole = (line: string): boolean => line.split(delimiter, columns).length === columns;
  return isWhole(first) && later.some(isWhole);
}
