import type { CsvDelimiter } from '@clearwatch/contracts/csv/csv-settings';

/** Rows as a correct writer renders them (RFC 4180): what needs quotes gets them. */
export function renderCsv(
  rows: readonly (readonly string[])[],
  { delimiter, lineEnd }: { delimiter: CsvDelimiter; lineEnd: string },
): string {
  return rows.map((cells) => cells.map(quoted).join(delimiter) + lineEnd).join('');
}

function quoted(cell: string): string {
  return /[",;\t|\r\n]|^ +/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
