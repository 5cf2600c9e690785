import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';

/** What belongs to one file and not to its header: how it is parted, what stands above the table and behind its columns. */
export type OwnLayout = Pick<CsvMapping, 'delimiter' | 'skippedRows' | 'columnCount'>;

export function ownLayout({ delimiter, skippedRows, columnCount }: OwnLayout): OwnLayout {
  return { delimiter, skippedRows, columnCount };
}

/** A remembered mapping for another file with the same header. */
export function onThisFile(remembered: CsvMapping, file: OwnLayout): CsvMapping {
  return Object.assign({}, remembered, ownLayout(file));
}
