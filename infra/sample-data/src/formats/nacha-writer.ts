import { epochDay } from '@clearwatch/domain/calendar/day';
import { INSTITUTION_NAME, INSTITUTION_ROUTING, OPERATOR_NAME, OPERATOR_ROUTING } from '../originating-companies.ts';
import type { SampleEntry, SampleNotice } from '../sample-entry.ts';

const RECORD_COLUMNS = 94;
const RECORDS_PER_BLOCK = 10;

const blank = (columns: number): string => ' '.repeat(columns);

const text = (value: string, columns: number): string => value.slice(0, columns).padEnd(columns);

/** @throws RangeError when the number has more digits than columns */
function digits(value: number | string, columns: number): string {
  const padded = String(value).padStart(columns, '0');
  if (padded.length > columns) throw new RangeError(`${value} does not fit in ${columns} columns`);
  return padded;
}

/** @throws RangeError unless the fields add up to 94 columns */
function record(...fields: readonly string[]): string {
  const line = fields.join('');
  if (line.length !== RECORD_COLUMNS) throw new RangeError(`${line.length} columns: ${line}`);
  return line;
}

/** The seven addenda in every international entry, types 10 to 16: sender, receiver, and their institutions. */
function iatAddenda(entry: SampleEntry): string[] {
  const { company, firstName, lastName, accountNumber, routingNumber, cents, traceNumber } = entry;
  const sequence = traceNumber.slice(-7);
  const address = (type: string, city: string, country: string) =>
    record(type, text(city, 35), text(country, 35), blank(14), sequence);
  // Qualifier 01: the institution is identified by its number in the national clearing system.
  const institution = (type: string, name: string, routing: string, country: string) =>
    record(type, text(name, 35), '01', text(routing, 34), text(country, 3), blank(10), sequence);
  const receiver = text(`${firstName} ${lastName}`, 35);
  return [
    record('710', 'MIS', digits(cents, 18), blank(22), receiver, blank(6), sequence),
    record('711', text(company, 35), text('1 HARBOUR STREET', 35), blank(14), sequence),
    address('712', 'HALIFAX*NS\\', 'CA*B3H 0A1\\'),
    institution('713', 'ATLANTIC CLEARING BANK', routingNumber, 'CA'),
    institution('714', INSTITUTION_NAME, INSTITUTION_ROUTING, 'US'),
    record('715', text(memberNumber(accountNumber), 15), text('PO BOX 1', 35), blank(34), sequence),
    address('716', 'RIVERTON*OH\\', 'US*44001\\'),
  ];
}

const memberNumber = (accountNumber: string): string => `M${accountNumber.slice(0, 7)}`;

/** Types: 99 (return), 98 (notification of change), 10 to 16 (international entry), or 05 (payment details). */
function addendaRecords(entry: SampleEntry): string[] {
  if (entry.notice !== null) return [noticeRecord(entry, entry.notice)];
  if (entry.secCode === 'IAT') return iatAddenda(entry);
  const sequence = entry.traceNumber.slice(-7);
  return (entry.addenda?.match(/.{1,80}/g) ?? []).map((part, index) =>
    record('705', text(part, 80), digits(index + 1, 4), sequence),
  );
}

/** The institution that received the original entry sends the return or notice. */
function noticeRecord({ traceNumber }: SampleEntry, notice: SampleNotice): string {
  const { code, originalTrace, correctedData } = notice;
  const start = [code, originalTrace, blank(6), traceNumber.slice(0, 8)];
  return code.startsWith('R')
    ? record('799', ...start, blank(44), traceNumber)
    : record('798', ...start, text(correctedData ?? '', 29), blank(15), traceNumber);
}

const NAME_COLUMNS = 22;

/** Who receives the record: the credit union, or the originator's bank when the credit union sends something back. */
const receivingRouting = ({ notice, routingNumber }: SampleEntry): string =>
  notice === null ? INSTITUTION_ROUTING : routingNumber;

/** An entry detail record with its addenda (Nacha Operating Rules, Appendix Three). */
function entryRecords(entry: SampleEntry): string[] {
  const addenda = addendaRecords(entry);
  const hasAddenda = addenda.length > 0 ? '1' : '0';
  const columns13to78 = entryMiddle(entry, digits(addenda.length, 4));
  return [
    record('6', entry.transactionCode, receivingRouting(entry), columns13to78, hasAddenda, entry.traceNumber),
    ...addenda,
  ];
}

/** A CTX entry has its addenda count before the name. An IAT entry starts with it and has the name in the addenda. */
function entryMiddle(entry: SampleEntry, addendaCount: string): string {
  const { secCode, accountNumber } = entry;
  const cents = digits(entry.cents, 10);
  if (secCode === 'IAT') return addendaCount + blank(13) + cents + text(accountNumber, 35) + blank(4);
  const name = receiverName(entry);
  const nameColumns = secCode === 'CTX' ? addendaCount + text(name, 16) + blank(2) : text(name, NAME_COLUMNS);
  // WEB and TEL entries state whether the payment is single (S) or recurring.
  const paymentType = secCode === 'WEB' || secCode === 'TEL' ? 'S ' : blank(2);
  return text(accountNumber, 17) + cents + text(memberNumber(accountNumber), 15) + nameColumns + paymentType;
}

/** First name first, with the middle initial in consumer SEC codes if there is room for it. */
export function receiverName({ firstName, middleInitial, lastName, secCode }: SampleEntry): string {
  const whole = `${firstName} ${middleInitial} ${lastName}`;
  const isConsumerClass = secCode !== 'CCD' && secCode !== 'CTX' && secCode !== 'IAT';
  const hasRoom = middleInitial !== null && isConsumerClass && whole.length <= NAME_COLUMNS;
  return hasRoom ? whole : `${firstName} ${lastName}`;
}

/** The entry and addenda count (six digits in a batch control, eight in a file control), entry hash, and amounts. */
function controlTotals(entries: readonly SampleEntry[], countDigits: 6 | 8): string {
  const sum = (valueOf: (entry: SampleEntry) => number) => entries.reduce((total, entry) => total + valueOf(entry), 0);
  const records = sum((entry) => 1 + addendaRecords(entry).length);
  const hash = sum((entry) => Number(receivingRouting(entry).slice(0, 8)));
  const centsOf = (type: SampleEntry['transactionType']) =>
    digits(
      sum((entry) => (entry.transactionType === type ? entry.cents : 0)),
      12,
    );
  return digits(records, countDigits) + digits(hash % 1e10, 10) + centsOf('Debit') + centsOf('Credit');
}

/** A batch with its header and control records. Trace numbers ascend, as the Nacha rules require. */
function batchRecords(entries: readonly SampleEntry[], number: number): string[] {
  const inOrder = entries.toSorted((a, b) => (a.traceNumber < b.traceNumber ? -1 : 1));
  const [first] = inOrder;
  if (first === undefined) throw new RangeError('A batch must have at least one entry.');
  const kind = serviceClass(inOrder);
  const companyId = `1${first.routingNumber}`;
  const end = first.traceNumber.slice(0, 8) + digits(number, 7);
  const control = record('8', kind, controlTotals(inOrder, 6), companyId, blank(25), end);
  return [record(batchHeader(first, kind), end), ...inOrder.flatMap(entryRecords), control];
}

function batchHeader(first: SampleEntry, kind: string): string {
  const isIat = first.secCode === 'IAT';
  // IAT: fixed-to-fixed exchange, no reference, to the US; currencies where other SEC codes have a descriptive date.
  const columns5to40 = isIat ? `${blank(16)}FF3${blank(15)}US` : text(first.company, 36);
  const columns64to69 = isIat ? 'CADUSD' : blank(6);
  const companyId = `1${first.routingNumber}`;
  const description = text(first.entryDescription, 10);
  const day = first.postingDate;
  // The settlement date, as the operator writes it: the day of the year, 001 to 366.
  const settlement = digits(epochDay(day) - epochDay(`${day.slice(0, 4)}-01-01`) + 1, 3);
  const start = `5${kind}${columns5to40}${companyId}${first.secCode}${description}`;
  return `${start}${columns64to69}${shortDay(day)}${settlement}1`;
}

/** "260131". */
const shortDay = (day: string): string => day.slice(2).replaceAll('-', '');

/** 220 credits only, 225 debits only, 200 both. */
function serviceClass(entries: readonly SampleEntry[]): string {
  const directions = new Set(entries.map(({ transactionType }) => transactionType));
  if (directions.size > 1) return '200';
  return directions.has('Credit') ? '220' : '225';
}

/** The file that the operator delivers for one day: header, batches, and control, padded to whole blocks. */
function fileRecords(day: string, entries: readonly SampleEntry[]): string[] {
  const byKey = Object.groupBy(entries, ({ company, secCode, entryDescription, traceNumber }) =>
    [company, secCode, entryDescription, traceNumber.slice(0, 8)].join('\n'),
  );
  const keys = Object.keys(byKey).toSorted();
  const batches = keys.map((key, index) => batchRecords(byKey[key] ?? [], index + 1));
  const destination = `101 ${INSTITUTION_ROUTING} ${OPERATOR_ROUTING}${shortDay(day)}0230A094101`;
  const header = record(destination, text(INSTITUTION_NAME, 23), text(OPERATOR_NAME, 23), blank(8));
  const lines = [header, ...batches.flat()];
  const blocks = Math.ceil((lines.length + 1) / RECORDS_PER_BLOCK);
  lines.push(record('9', digits(batches.length, 6), digits(blocks, 6), controlTotals(entries, 8), blank(39)));
  while (lines.length % RECORDS_PER_BLOCK !== 0) lines.push('9'.repeat(RECORD_COLUMNS));
  return lines;
}

/** A file for each day. Holds the whole ledger in memory, because the ledger is ordered by account. */
export function* nachaChunks(entries: Iterable<SampleEntry>): Generator<string, void> {
  const days = Map.groupBy(entries, ({ postingDate }) => postingDate);
  for (const day of [...days.keys()].toSorted()) yield `${fileRecords(day, days.get(day) ?? []).join('\n')}\n`;
}
