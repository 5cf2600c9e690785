import type { SampleEntry } from '../ledger/sample-entry.ts';
import { epochDay, parseIsoDay } from '../world/epoch-day.ts';
import { digits, record, text } from './columns.ts';
import { entryRecords, receivingRouting } from './entry-records.ts';
import { IAT_CURRENCIES, iatHeaderStart } from './iat-records.ts';
import { addEntry, noTotals, type Totals, totalsText } from './totals.ts';

/** Entries of one batch: the same sender, company, class, description and day. */
export function batchKey(entry: SampleEntry): string {
  const sender = entry.traceNumber.slice(0, 8);
  return [entry.company, entry.secCode, entry.entryDescription, sender].join('\n');
}

export interface BatchRecords {
  lines: string[];
  totals: Totals;
}

/** A batch between its header and its control; trace numbers ascend, as they have to. */
export function batchRecords(entries: readonly SampleEntry[], number: number): BatchRecords {
  const inOrder = entries.toSorted((a, b) => (a.traceNumber < b.traceNumber ? -1 : 1));
  const [first] = inOrder;
  if (first === undefined) throw new RangeError('A batch has at least one entry.');
  const totals = noTotals();
  const lines: string[] = [];
  for (const entry of inOrder) {
    const records = entryRecords(entry);
    for (const line of records) lines.push(line);
    addEntry(totals, entry, { records: records.length, receivingRouting: receivingRouting(entry) });
  }
  const frame = {
    serviceClass: serviceClass(inOrder),
    companyId: `1${first.routingNumber}`,
    sender: first.traceNumber.slice(0, 8),
    number: digits(number, 7),
  };
  return { lines: [header(first, frame), ...lines, control(totals, frame)], totals };
}

interface Frame {
  serviceClass: string;
  companyId: string;
  sender: string;
  number: string;
}

function header(first: SampleEntry, { serviceClass: kind, companyId, sender, number }: Frame): string {
  const isIat = first.secCode === 'IAT';
  return record(
    '5',
    kind,
    isIat ? iatHeaderStart() : text(first.company, 36),
    companyId,
    first.secCode,
    text(first.entryDescription, 10),
    isIat ? IAT_CURRENCIES : text('', 6),
    first.postingDate.slice(2).replaceAll('-', ''),
    dayOfYear(first.postingDate),
    '1',
    sender,
    number,
  );
}

function control(totals: Totals, { serviceClass: kind, companyId, sender, number }: Frame): string {
  return record('8', kind, totalsText(totals, 6), companyId, text('', 19), text('', 6), sender, number);
}

/** 220 credits only, 225 debits only, 200 both. */
function serviceClass(entries: readonly SampleEntry[]): string {
  const directions = new Set(entries.map(({ transactionType }) => transactionType));
  if (directions.size > 1) return '200';
  return directions.has('Credit') ? '220' : '225';
}

/** The settlement date, as the operator writes it into the header: the day of the year, 001 to 366. */
function dayOfYear(day: string): string {
  return digits(parseIsoDay(day) - epochDay(Number(day.slice(0, 4)), 1, 1) + 1, 3);
}
