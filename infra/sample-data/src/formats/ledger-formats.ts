import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatCents } from '@clearwatch/domain/money/cents';
import type { SampleEntry } from '../sample-entry.ts';
import { nachaChunks } from './nacha-writer.ts';

/** Spec section 3, "JSON format (extraction page)", with optional fields. */
export function toExtractionJson(entry: SampleEntry) {
  return {
    company: entry.company,
    last_name: entry.lastName,
    first_name: entry.firstName,
    account_number: entry.accountNumber,
    original_account: entry.originalAccount,
    transaction_code: entry.transactionCode,
    amount: formatCents(entry.cents),
    transaction_type: entry.transactionType,
    posting_date: timeOf(entry) === '' ? entry.postingDate : `${entry.postingDate}T${timeOf(entry)}`,
    entry_description: entry.entryDescription,
    class: entry.secCode,
    check_tracer_number: entry.traceNumber,
    batch: entry.batch,
    ...(entry.middleInitial !== null && { middle_initial: entry.middleInitial }),
    ...(entry.addenda !== null && { addenda: entry.addenda }),
  };
}

export type ExtractionRow = ReturnType<typeof toExtractionJson>;

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
export const csvChunks = (entries: Iterable<SampleEntry>): Generator<string, void> => inChunks(csvLines(entries));

function* csvLines(entries: Iterable<SampleEntry>): Generator<string, void> {
  const line = (cells: readonly string[]) => `${cells.map(quoteCell).join(',')}\r\n`;
  yield line(CSV_COLUMNS.map(([name]) => name));
  for (const entry of entries) {
    const row = toExtractionJson(entry);
    yield line(CSV_COLUMNS.map(([, field]) => row[field] ?? ''));
  }
}

const quoteCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const jsonChunks = (entries: Iterable<SampleEntry>): Generator<string, void> => inChunks(jsonLines(entries));

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

/** Writes no faster than the stream accepts data. */
export async function writeLedger(
  stream: Writable,
  entries: Iterable<SampleEntry>,
  format: keyof typeof FORMATS,
): Promise<void> {
  await pipeline(Readable.from(FORMATS[format](entries), { highWaterMark: 1 }), stream);
}
