import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';

/** A remembered mapping for another file with the same header: what stands above the table and behind it is the file's own. */
export function onThisFile(
  remembered: CsvMapping,
  { skippedRows, columnCount }: Pick<CsvMapping, 'skippedRows' | 'columnCount'>,
): CsvMapping {
  return Object.assign({}, remembered, { skippedRows, columnCount });
}
