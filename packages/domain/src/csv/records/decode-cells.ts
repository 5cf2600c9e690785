import type { CsvRecord } from './csv-record.ts';

const BEYOND_ASCII = /[\u0080-\u00ff]/;
const WINDOWS_1252 = new TextDecoder('windows-1252');

/**
 * Cells of one row from bytes (one character each) to text. A row that is valid UTF-8 is that, any other is Windows-1252:
 * text of the one is practically never valid in the other, and files put together from two programs are read right as well.
 *
 * @param row the bytes of the whole row, one character each
 */
export function decodeCells(cells: string[], row: string): string[] {
  if (!BEYOND_ASCII.test(row)) return cells;
  const inUtf8 = isUtf8(Buffer.from(row, 'latin1'));
  return cells.map((cell) => {
    if (!BEYOND_ASCII.test(cell)) return cell;
    const bytes = Buffer.from(cell, 'latin1');
    return inUtf8 ? bytes.toString('utf8') : WINDOWS_1252.decode(bytes);
  });
}

/** The row as it stands in the file. */
export function textOfRow({ bytes }: Pick<CsvRecord, 'bytes'>): string {
  return decodeCells([bytes], bytes).join('');
}

/** Only what is valid comes back the same. */
function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8')).equals(bytes);
}
