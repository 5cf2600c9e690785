import { epochDay } from '@clearwatch/domain/calendar/day';
import {
  INSTITUTION_NAME,
  INSTITUTION_ROUTING,
  OPERATOR_NAME,
  OPERATOR_ROUTING,
} from '../originating-companies.ts';
import type { SampleEntry, SampleNotice } from '../sample-entry.ts';

const RECORD_COLUMNS = 94;

/** Text to the left of blanks, cut to its columns. */
function textColumns(value: string, columns: number): string {
  return value.slice(0, columns).padEnd(columns);
}

/** @throws RangeError when the number has more digits than columns */
function digitColumns(value: number | string, columns: number): string {
  const padded = String(value).padStart(columns, '0');
  if (padded.length > columns) throw new RangeError(`${value} does not fit ${columns} columns`);
  return padded;
}

/** @throws RangeError unless the fields make 94 columns */
function nachaRecord(...fields: readonly string[]): string {
  const line = fields.join('');
  if (line.length !== RECORD_COLUMNS) throw new RangeError(`${line.length} columns: ${line}`);
  return line;
}

/** Everything here comes from one country, which is enough to be international. */
const COUNTRY = 'CA';
const CURRENCY = 'CAD';
/** Qualifier 01: the institution is named by a number of its country's clearing system. */
const NATIONAL_CLEARING = '01';

/** Columns 5 to 40 of the batch header, where other classes have the company and its own data. */
function iatHeaderStart(): string {
  const fixedToFixed = 'FF';
  const noReference = '3';
  return textColumns('', 16) + fixedToFixed + noReference + textColumns('', 15) + 'US';
}

/** After the description, where other classes have a date of the company's own. */
const IAT_CURRENCIES = `${CURRENCY}USD`;

/** Columns 13 to 78 of an entry: the count of addenda comes first, the name stands in the addenda. */
function iatEntryMiddle({ accountNumber, cents }: SampleEntry, addendaCount: number): string {
  return (
    digitColumns(addendaCount, 4) +
    textColumns('', 13) +
    digitColumns(cents, 10) +
    textColumns(accountNumber, 35) +
    textColumns('', 4)
  );
}

/** The seven addenda that every international entry has: 10 to 16, who sends and who receives, through whom. */
function iatAddenda(entry: SampleEntry): string[] {
  const { company, firstName, lastName, accountNumber, routingNumber, cents, traceNumber } = entry;
  const sequence = traceNumber.slice(-7);
  const address = (type: string, city: string, country: string) =>
    nachaRecord(type, textColumns(city, 35), textColumns(country, 35), textColumns('', 14), sequence);
  const institution = (type: string, name: string, routing: string, country: string) =>
    nachaRecord(
      type,
      textColumns(name, 35),
      NATIONAL_CLEARING,
      textColumns(routing, 34),
      textColumns(country, 3),
      textColumns('', 10),
      sequence,
    );
  return [
    nachaRecord(
      '710',
      'MIS',
      digitColumns(cents, 18),
      textColumns('', 22),
      textColumns(`${firstName} ${lastName}`, 35),
      textColumns('', 6),
      sequence,
    ),
    nachaRecord(
      '711',
      textColumns(company, 35),
      textColumns('1 HARBOUR STREET', 35),
      textColumns('', 14),
      sequence,
    ),
    address('712', 'HALIFAX*NS\\', `${COUNTRY}*B3H 0A1\\`),
    institution('713', 'ATLANTIC CLEARING BANK', routingNumber, COUNTRY),
    institution('714', INSTITUTION_NAME, INSTITUTION_ROUTING, 'US'),
    nachaRecord(
      '715',
      textColumns(`M${accountNumber.slice(0, 7)}`, 15),
      textColumns('PO BOX 1', 35),
      textColumns('', 34),
      sequence,
    ),
    address('716', 'RIVERTON*OH\\', 'US*44001\\'),
  ];
}

const INFORMATION = /.{1,80}/g;

/** The addenda of an entry: 99 of a return, 98 of a notification of change, 10 to 16 of an international one, 05 for what a payment is for. */
function addendaRecords(entry: SampleEntry): string[] {
  if (entry.notice !== null) return [noticeRecord(entry, entry.notice)];
  if (entry.secCode === 'IAT') return iatAddenda(entry);
  const sequence = entry.traceNumber.slice(-7);
  return (entry.addenda?.match(INFORMATION) ?? []).map((part, index) =>
    nachaRecord('705', textColumns(part, 80), digitColumns(index + 1, 4), sequence),
  );
}

/** The institution that had received the original entry is the one that sends the notice. */
function noticeRecord(
  { traceNumber }: SampleEntry,
  { code, originalTrace, correctedData }: SampleNotice,
): string {
  const originalDfi = traceNumber.slice(0, 8);
  const start = [code, originalTrace, textColumns('', 6), originalDfi];
  return code.startsWith('R')
    ? nachaRecord('799', ...start, textColumns('', 44), traceNumber)
    : nachaRecord('798', ...start, textColumns(correctedData ?? '', 29), textColumns('', 15), traceNumber);
}

const NAME_COLUMNS = 22;

/** Who receives the record: the credit union, or the originator's bank when the credit union sends something back. */
function receivingRouting({ notice, routingNumber }: SampleEntry): string {
  return notice === null ? INSTITUTION_ROUTING : routingNumber;
}

/** An entry detail record with its addenda (Nacha Operating Rules, Appendix Three). */
function entryRecords(entry: SampleEntry): string[] {
  const addenda = addendaRecords(entry);
  const middle =
    entry.secCode === 'IAT' ? iatEntryMiddle(entry, addenda.length) : entryMiddle(entry, addenda.length);
  return [
    nachaRecord(
      '6',
      entry.transactionCode,
      receivingRouting(entry),
      middle,
      addenda.length > 0 ? '1' : '0',
      entry.traceNumber,
    ),
    ...addenda,
  ];
}

/** Columns 13 to 78; CTX counts its addenda before the name. */
function entryMiddle(entry: SampleEntry, addendaCount: number): string {
  const name = receiverName(entry);
  return [
    textColumns(entry.accountNumber, 17),
    digitColumns(entry.cents, 10),
    textColumns(`M${entry.accountNumber.slice(0, 7)}`, 15),
    entry.secCode === 'CTX'
      ? digitColumns(addendaCount, 4) + textColumns(name, 16) + textColumns('', 2)
      : textColumns(name, NAME_COLUMNS),
    paymentType(entry),
  ].join('');
}

/** First name first; the middle initial in the classes of persons, and where there is room for it. */
export function receiverName({ firstName, middleInitial, lastName, secCode }: SampleEntry): string {
  const short = `${firstName} ${lastName}`;
  const whole = `${firstName} ${middleInitial} ${lastName}`;
  const isOfPersons = secCode !== 'CCD' && secCode !== 'CTX' && secCode !== 'IAT';
  return middleInitial !== null && isOfPersons && whole.length <= NAME_COLUMNS ? whole : short;
}

/** WEB and TEL say whether the payment is a single one or recurs. */
function paymentType({ secCode }: SampleEntry): string {
  return secCode === 'WEB' || secCode === 'TEL' ? 'S ' : '  ';
}

const HASH_DIGITS = 10;

/** What batch and file controls declare. */
interface NachaTotals {
  /** Entry and addenda records. */
  records: number;
  /** Sum of the receiving institutions, first eight digits of each; the control keeps its last ten. */
  hash: number;
  debitCents: number;
  creditCents: number;
}

function newTotals(): NachaTotals {
  return { records: 0, hash: 0, debitCents: 0, creditCents: 0 };
}

function addEntry(
  totals: NachaTotals,
  { cents, transactionType }: SampleEntry,
  of: { records: number; receivingRouting: string },
): void {
  totals.records += of.records;
  totals.hash += Number(of.receivingRouting.slice(0, 8));
  if (transactionType === 'Credit') totals.creditCents += cents;
  else totals.debitCents += cents;
}

function addTotals(totals: NachaTotals, more: NachaTotals): void {
  totals.records += more.records;
  totals.hash += more.hash;
  totals.debitCents += more.debitCents;
  totals.creditCents += more.creditCents;
}

/** The four totals; a batch control has six digits for the count of records, a file control eight. */
function totalsText({ records, hash, debitCents, creditCents }: NachaTotals, countDigits: 6 | 8): string {
  return (
    digitColumns(records, countDigits) +
    digitColumns(hash % 10 ** HASH_DIGITS, HASH_DIGITS) +
    digitColumns(debitCents, 12) +
    digitColumns(creditCents, 12)
  );
}

/** Entries of one batch: the same sender, company, class, description and day. */
function batchKey(entry: SampleEntry): string {
  const sender = entry.traceNumber.slice(0, 8);
  return [entry.company, entry.secCode, entry.entryDescription, sender].join('\n');
}

export interface BatchRecords {
  lines: string[];
  totals: NachaTotals;
}

/** A batch between its header and its control; trace numbers ascend, as they have to. */
function batchRecords(entries: readonly SampleEntry[], number: number): BatchRecords {
  const inOrder = entries.toSorted((a, b) => (a.traceNumber < b.traceNumber ? -1 : 1));
  const [first] = inOrder;
  if (first === undefined) throw new RangeError('A batch has at least one entry.');
  const totals = newTotals();
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
    number: digitColumns(number, 7),
  };
  return { lines: [batchHeader(first, frame), ...lines, batchControl(totals, frame)], totals };
}

interface BatchFrame {
  serviceClass: string;
  companyId: string;
  sender: string;
  number: string;
}

function batchHeader(
  first: SampleEntry,
  { serviceClass: kind, companyId, sender, number }: BatchFrame,
): string {
  const isIat = first.secCode === 'IAT';
  return nachaRecord(
    '5',
    kind,
    isIat ? iatHeaderStart() : textColumns(first.company, 36),
    companyId,
    first.secCode,
    textColumns(first.entryDescription, 10),
    isIat ? IAT_CURRENCIES : textColumns('', 6),
    first.postingDate.slice(2).replaceAll('-', ''),
    dayOfYear(first.postingDate),
    '1',
    sender,
    number,
  );
}

function batchControl(
  totals: NachaTotals,
  { serviceClass: kind, companyId, sender, number }: BatchFrame,
): string {
  return nachaRecord(
    '8',
    kind,
    totalsText(totals, 6),
    companyId,
    textColumns('', 19),
    textColumns('', 6),
    sender,
    number,
  );
}

/** 220 credits only, 225 debits only, 200 both. */
function serviceClass(entries: readonly SampleEntry[]): string {
  const directions = new Set(entries.map(({ transactionType }) => transactionType));
  if (directions.size > 1) return '200';
  return directions.has('Credit') ? '220' : '225';
}

/** The settlement date, as the operator writes it into the header: the day of the year, 001 to 366. */
function dayOfYear(day: string): string {
  return digitColumns(epochDay(day) - epochDay(`${day.slice(0, 4)}-01-01`) + 1, 3);
}

const RECORDS_PER_BLOCK = 10;
const FILLER_RECORD = '9'.repeat(94);

/** The file that the operator delivers for one day: header, batches, control, filled up to whole blocks. */
function fileRecords(day: string, entries: readonly SampleEntry[]): string[] {
  const batches = Map.groupBy(entries, batchKey);
  const totals = newTotals();
  const lines = [fileHeader(day)];
  let number = 0;
  for (const key of [...batches.keys()].toSorted()) {
    number += 1;
    const batch = batchRecords(batches.get(key) ?? [], number);
    for (const line of batch.lines) lines.push(line);
    addTotals(totals, batch.totals);
  }
  const blocks = Math.ceil((lines.length + 1) / RECORDS_PER_BLOCK);
  lines.push(fileControl(totals, batches.size, blocks));
  while (lines.length % RECORDS_PER_BLOCK !== 0) lines.push(FILLER_RECORD);
  return lines;
}

function fileHeader(day: string): string {
  return nachaRecord(
    '101',
    ` ${INSTITUTION_ROUTING}`,
    ` ${OPERATOR_ROUTING}`,
    day.slice(2).replaceAll('-', ''),
    '0230',
    'A',
    '094101',
    textColumns(INSTITUTION_NAME, 23),
    textColumns(OPERATOR_NAME, 23),
    textColumns('', 8),
  );
}

function fileControl(totals: NachaTotals, batches: number, blocks: number): string {
  return nachaRecord(
    '9',
    digitColumns(batches, 6),
    digitColumns(blocks, 6),
    totalsText(totals, 8),
    textColumns('', 39),
  );
}

/**
 * The ledger as a receiving institution gets it: one NACHA file for each day, one after the other, in pieces of text.
 * Files go by day and the ledger by account, so this format, unlike the others, holds the whole ledger in memory.
 */
export function* nachaChunks(entries: Iterable<SampleEntry>): Generator<string, void> {
  const days = Map.groupBy(entries, ({ postingDate }) => postingDate);
  for (const day of [...days.keys()].toSorted())
    yield `${fileRecords(day, days.get(day) ?? []).join('\n')}\n`;
}
