import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SampleEntry } from '../sample-entry.ts';
import { nachaChunks } from './nacha-writer.ts';

/** "1234.56". */
function decimal(cents: number): string {
  const text = String(cents).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** Spec section 3, "JSON format (extraction page)", with optional fields. */
export interface ExtractionRow {
  company: string;
  last_name: string;
  first_name: string;
  middle_initial?: string;
  account_number: string;
  original_account: string;
  transaction_code: string;
  /** Decimal text, two places. */
  amount: string;
  transaction_type: 'Credit' | 'Debit';
  posting_date: string;
  entry_description: string;
  class: string;
  check_tracer_number: string;
  batch: string;
  addenda?: string;
}

export function toExtractionJson(entry: SampleEntry): ExtractionRow {
  const row: ExtractionRow = {
    company: entry.company,
    last_name: entry.lastName,
    first_name: entry.firstName,
    account_number: entry.accountNumber,
    original_account: entry.originalAccount,
    transaction_code: entry.transactionCode,
    amount: decimal(entry.cents),
    transaction_type: entry.transactionType,
    posting_date: timeOf(entry) === '' ? entry.postingDate : `${entry.postingDate}T${timeOf(entry)}`,
    entry_description: entry.entryDescription,
    class: entry.secCode,
    check_tracer_number: entry.traceNumber,
    batch: entry.batch,
  };
  if (entry.middleInitial !== null) row.middle_initial = entry.middleInitial;
  if (entry.addenda !== null) row.addenda = entry.addenda;
  return row;
}

/** "02:14"; empty without a time. */
function timeOf({ postingMinute }: SampleEntry): string {
  if (postingMinute === null) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(postingMinute / 60))}:${two(postingMinute % 60)}`;
}

const CHUNK_CHARACTERS = 256 * 1024;

function* inChunks(lines: Iterable<string>): Generator<string, void> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Column titles of a core system with their extraction fields. */
const CSV_COLUMNS: readonly (readonly [string, keyof ExtractionRow])[] = [
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

/** RFC 4180. */
export const csvChunks = (entries: Iterable<SampleEntry>): Generator<string, void> =>
  inChunks(csvLines(entries));

function* csvLines(entries: Iterable<SampleEntry>): Generator<string, void> {
  const line = (cells: readonly string[]) => `${cells.map(quoteCell).join(',')}\r\n`;
  yield line(CSV_COLUMNS.map(([name]) => name));
  for (const entry of entries) {
    const row = toExtractionJson(entry);
    yield line(CSV_COLUMNS.map(([, field]) => row[field] ?? ''));
  }
}

const quoteCell = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

export const jsonChunks = (entries: Iterable<SampleEntry>): Generator<string, void> =>
  inChunks(jsonLines(entries));

function* jsonLines(entries: Iterable<SampleEntry>): Generator<string, void> {
  yield '{"transactions":[\n';
  let separator = '';
  for (const entry of entries) {
    yield separator + JSON.stringify(toExtractionJson(entry));
    separator = ',\n';
  }
  yield '\n]}\n';
}

export const FORMATS = { extraction: jsonChunks, csv: csvChunks, nacha: nachaChunks };

/** Writes no faster than the stream takes it. */
export async function writeLedger(
  stream: Writable,
  entries: Iterable<SampleEntry>,
  format: keyof typeof FORMATS,
): Promise<void> {
  await pipeline(Readable.from(FORMATS[format](entries), { highWaterMark: 1 }), stream);
}
