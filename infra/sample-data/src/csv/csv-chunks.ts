import { type ExtractionRow, toExtractionJson } from '../json/rows.ts';
import type { SampleEntry } from '../ledger/sample-entry.ts';

/** Text is handed on in pieces of about this many characters: few calls, little memory. */
const CHUNK = 256 * 1024;

/** The columns as a core system's export names them, each with the field of the extraction shape that it holds. */
const COLUMNS: readonly (readonly [string, keyof ExtractionRow])[] = [
  ['Company Name', 'company'],
  ['Last Name', 'last_name'],
  ['First Name', 'first_name'],
  ['MI', 'middle_initial'],
  ['Account Number', 'account_number'],
  ['Original Account', 'original_account'],
  ['Tran Code', 'transaction_code'],
  ['Amount', 'amount'],
  ['Transaction Type', 'transaction_type'],
  ['Posting Date', 'posting_date'],
  ['Entry Description', 'entry_description'],
  ['SEC Code', 'class'],
  ['Trace Number', 'check_tracer_number'],
  ['Batch', 'batch'],
  ['Addenda', 'addenda'],
];

/** The ledger as a table (RFC 4180), in pieces of text: the same entries as in the extraction file, field by field. */
export function* csvChunks(entries: Iterable<SampleEntry>): Generator<string, void> {
  let text = line(COLUMNS.map(([name]) => name));
  for (const entry of entries) {
    const row = toExtractionJson(entry);
    text += line(COLUMNS.map(([, field]) => row[field] ?? ''));
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  yield text;
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
