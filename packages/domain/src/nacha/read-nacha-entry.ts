import { hasValidCheckDigit, numberInColumns, type TransactionCode, transactionCodeOf } from './ach-codes.ts';
import { addendaLayoutOf, addendaTypeOf } from './addenda-layouts.ts';
import type { NachaBatch } from './nacha-batch.ts';
import {
  type NachaEntry,
  type NachaEntryKind,
  type Notice,
  noticeOf,
  type RejectedRecord,
} from './nacha-entry.ts';
import { ENTRY_FIELD_POSITIONS, type EntryFieldPositions, type Field } from './nacha-layouts.ts';
import {
  fieldProblemsOf,
  isCleanRecord,
  lostColumnProblems,
  type NachaProblem,
  type NachaRule,
  problemAt,
} from './nacha-problems.ts';
import { columns, decodeFieldText, type NachaRecord } from './nacha-record.ts';
import { changeCodeOf, refusalReasonOf, returnReasonOf } from './return-and-change-codes.ts';

/**
 * What a payment is for: columns 4–83 of all addenda 05 and 17. Structured text (X12, EDIFACT) goes on from one record to
 * the next in the middle of a word, so records are joined without anything between them and with the blanks at their ends.
 */
function paymentInformationOf(addenda: readonly NachaRecord[]): string | null {
  let information = '';
  for (const { text } of addenda) {
    if (text.startsWith('05', 1) || text.startsWith('17', 1)) information += columns(text, 4, 83);
  }
  return decodeFieldText(information) || null;
}

/** The originator of an international entry: columns 4–38 of addenda 11. */
function iatOriginatorOf(addenda: readonly NachaRecord[]): string | null {
  return textIn(addenda, { type: '11', from: 4, to: 38 });
}

/** The receiver of an international entry: columns 47–81 of addenda 10. */
function iatReceiverOf(addenda: readonly NachaRecord[]): string | null {
  return textIn(addenda, { type: '10', from: 47, to: 81 });
}

/** What the originator of an international entry knows the receiver by: columns 4–18 of addenda 15. */
function iatIdentificationOf(addenda: readonly NachaRecord[]): string | null {
  return textIn(addenda, { type: '15', from: 4, to: 18 });
}

function textIn(
  addenda: readonly NachaRecord[],
  { type, from, to }: { type: string; from: number; to: number },
): string | null {
  const record = addenda.find(({ text }) => text.startsWith(type, 1));
  return record === undefined ? null : decodeFieldText(columns(record.text, from, to)) || null;
}

const ADDENDA_TYPE = { name: 'addendaType', from: 2, to: 3 };
const REASON_CODE = { from: 4, to: 6 };
const SEQUENCE_NUMBER = { name: 'entrySequence', from: 88, to: 94 };
/** Addenda 05 and 10–18 end with the last seven digits of the entry's trace number; the others have one of their own. */
const hasSequence = (type: number): boolean => type === 5 || (type >= 10 && type <= 18);

/**
 * Everything that is wrong with one addenda record.
 * @param problems added to these
 */
function checkAddenda(
  addenda: NachaRecord,
  entry: { traceNumber: string; isIat: boolean },
  problems: NachaProblem[],
): void {
  const layout = addendaLayoutOf(addenda.text, entry);
  if (layout === null) {
    const sentence = 'addenda types are 02, 05, 10 to 18, 98 and 99';
    problems.push(
      problemAt(addenda, ADDENDA_TYPE, { rule: 'unknown_addenda_type', severity: 'warning', sentence }),
    );
    return;
  }
  for (const problem of fieldProblemsOf(addenda, layout)) problems.push(problem);
  const type = addendaTypeOf(addenda.text) ?? 0;
  if (hasSequence(type)) checkSequence(addenda, entry.traceNumber, problems);
  else checkCode(addenda, type, problems);
}

function checkSequence(addenda: NachaRecord, traceNumber: string, problems: NachaProblem[]): void {
  if (traceNumber.endsWith(addenda.text.slice(SEQUENCE_NUMBER.from - 1))) return;
  const sentence = 'an addenda must end with the last seven digits of the trace number of its entry';
  problems.push(problemAt(addenda, SEQUENCE_NUMBER, { rule: 'trace_number', severity: 'warning', sentence }));
}

function checkCode(addenda: NachaRecord, type: number, problems: NachaProblem[]): void {
  const code = addenda.text.slice(REASON_CODE.from - 1, REASON_CODE.to);
  const rule = 'unknown_reason_code';
  if (type === 99 && returnReasonOf(code) === null) {
    const sentence = 'this return reason code does not exist';
    problems.push(
      problemAt(addenda, { name: 'reasonCode', ...REASON_CODE }, { rule, severity: 'warning', sentence }),
    );
  }
  if (type === 98 && changeCodeOf(code) === null && refusalReasonOf(code) === null) {
    const sentence = 'this change code does not exist';
    problems.push(
      problemAt(addenda, { name: 'changeCode', ...REASON_CODE }, { rule, severity: 'warning', sentence }),
    );
  }
}

const TRANSACTION_CODE_POSITION = { name: 'transactionCode', from: 2, to: 3 };
const ROUTING_NUMBER_POSITION = { name: 'receivingDfi', from: 4, to: 12 };
const ADDENDA_INDICATOR_POSITION = { name: 'addendaIndicator', from: 79, to: 79 };
const TRACE_NUMBER_POSITION = { name: 'traceNumber', from: 80, to: 94 };
const ZERO_AMOUNT_PURPOSES: ReadonlySet<NachaEntryKind> = new Set([
  'prenote',
  'notification_of_change',
  'refused_notification',
  'zero_dollar',
]);

interface CheckedEntry {
  record: NachaRecord;
  addenda: readonly NachaRecord[];
  batch: NachaBatch;
  places: EntryFieldPositions;
  meaning: TransactionCode;
  kind: NachaEntryKind;
  amountCents: number;
  hasNotice: boolean;
}

/**
 * What the fields of an entry say against each other, its addenda and its batch. All of it is worth a look, nothing stops.
 * @param problems warnings are added to these
 */
function checkEntry(entry: CheckedEntry, problems: NachaProblem[]): void {
  const warn = new Warnings(entry.record, problems);
  checkRoutingAndTrace(entry, warn);
  checkAmount(entry, warn);
  checkAddendaCount(entry, warn);
}

/** Adds warnings about one record. */
class Warnings {
  readonly #record: NachaRecord;
  readonly #problems: NachaProblem[];

  constructor(record: NachaRecord, problems: NachaProblem[]) {
    this.#record = record;
    this.#problems = problems;
  }

  add(place: Pick<Field, 'name' | 'from' | 'to'>, rule: NachaRule, sentence: string): void {
    this.#problems.push(problemAt(this.#record, place, { rule, severity: 'warning', sentence }));
  }
}

function checkRoutingAndTrace({ record: { text }, batch, meaning }: CheckedEntry, warn: Warnings): void {
  const routingNumber = text.slice(3, 12);
  if (!hasValidCheckDigit(routingNumber) && /^\d{9}$/.test(routingNumber))
    warn.add(
      ROUTING_NUMBER_POSITION,
      'check_digit',
      'the check digit does not fit the routing number of the receiving institution',
    );
  if (batch.family !== 'adv' && !text.startsWith(batch.originatingDfi, 79))
    warn.add(
      TRACE_NUMBER_POSITION,
      'trace_number',
      'the trace number does not begin with the originating institution of the batch header',
    );
  if (batch.serviceClass === (meaning.direction === 'Credit' ? '225' : '220')) {
    const sentence = `the batch is for ${meaning.direction === 'Credit' ? 'debits' : 'credits'} only (service class ${batch.serviceClass})`;
    warn.add(TRANSACTION_CODE_POSITION, 'service_class', sentence);
  }
}

function checkAmount({ places, meaning, kind, amountCents }: CheckedEntry, warn: Warnings): void {
  if (amountCents !== 0 && ZERO_AMOUNT_PURPOSES.has(kind))
    warn.add(
      places.amount,
      'amount_not_allowed',
      `an entry of this kind (${kind}) must have the amount zero`,
    );
  else if (meaning.purpose === 'live' && kind === 'zero_dollar')
    warn.add(
      places.amount,
      'amount_not_allowed',
      'the amount is zero, but the transaction code says that money moves',
    );
}

function checkAddendaCount(entry: CheckedEntry, warn: Warnings): void {
  const { record, addenda, places, kind, hasNotice } = entry;
  const indicated = record.text[78] === '1';
  if (indicated !== addenda.length > 0) {
    const sentence = indicated
      ? 'addenda are announced, but none follow'
      : 'addenda follow without being announced';
    warn.add(ADDENDA_INDICATOR_POSITION, 'addenda_indicator', sentence);
  }
  if (!hasNotice && (kind === 'return' || kind === 'notification_of_change')) {
    const wanted = kind === 'return' ? '99 with the reason' : '98 with the corrected data';
    warn.add(
      TRANSACTION_CODE_POSITION,
      'addenda_missing',
      `this entry is a ${kind.replaceAll('_', ' ')}, but the addenda ${wanted} is missing`,
    );
  }
  if (places.addendaCount !== null && !hasNotice) {
    const { from, to } = places.addendaCount;
    const announced = columns(record.text, from, to);
    if (/^\d{4}$/.test(announced) && Number(announced) !== addenda.length) {
      const sentence = `${Number(announced)} addenda are announced, ${addenda.length} follow`;
      warn.add(places.addendaCount, 'addenda_count', sentence);
    }
  }
}

const STAGES = { return: 'return', dishonored: 'dishonored_return', contested: 'contested_return' } as const;

/**
 * What an entry is. Its addenda 98 or 99 says so before everything else; class COR and the transaction code speak when
 * there is none.
 */
function nachaEntryKindOf(entry: {
  meaning: TransactionCode;
  secCode: string;
  amountCents: number;
  notice: Notice | null;
}): NachaEntryKind {
  const { meaning, secCode, amountCents, notice } = entry;
  if (notice?.type === 'return') return STAGES[notice.stage];
  if (notice?.type === 'change')
    return notice.refusedWith === null ? 'notification_of_change' : 'refused_notification';
  if (secCode === 'COR') return 'notification_of_change';
  if (meaning.purpose === 'advice' || secCode === 'ADV') return 'advice';
  if (meaning.purpose === 'notice') return 'return';
  if (meaning.purpose === 'prenote') return 'prenote';
  return meaning.purpose === 'zero' || amountCents === 0 ? 'zero_dollar' : 'money';
}

const TRANSACTION_CODE = { name: 'transactionCode', from: 2, to: 3 };
/** Addenda types from here on are notices: 98 and 99. */
const FIRST_NOTICE_TYPE = 98;

/** An entry record with the addenda that follow it. */
export interface EntryRecords {
  record: NachaRecord;
  addenda: readonly NachaRecord[];
}

export interface ReadEntry {
  item: NachaEntry | RejectedRecord;
  problems: NachaProblem[];
  /** For the totals, also of an entry that is rejected; null where it cannot be read. */
  money: RejectedRecord['money'];
}

/** Understands one entry, or says everything that is wrong with it. */
export function readEntry({ record, addenda }: EntryRecords, batch: NachaBatch): ReadEntry {
  const places = ENTRY_FIELD_POSITIONS[batch.family];
  const needsNoDecoding = isCleanRecord(record, places.layout);
  const problems = needsNoDecoding
    ? []
    : [...lostColumnProblems(record, places.layout), ...fieldProblemsOf(record, places.layout)];
  const amountCents = numberInColumns(record.text, places.amount.from, places.amount.to);
  const isIat = batch.family === 'iat';
  const traceNumber = record.text.slice(79);
  for (const one of addenda) checkAddenda(one, { traceNumber, isIat }, problems);
  const transactionCode = record.text.slice(1, 3);
  const meaning = transactionCodeOf(transactionCode);
  if (meaning === null) problems.push(unknownTransactionCode(record));
  const isBroken = problems.some(({ severity }) => severity === 'error');
  if (isBroken || meaning === null || amountCents === null) {
    const money =
      meaning === null || amountCents === null ? null : { direction: meaning.direction, cents: amountCents };
    return { item: { type: 'rejected', record, addenda, problems, money }, problems, money };
  }
  const notice = lastNotice(addenda, isIat);
  const kind = nachaEntryKindOf({ meaning, secCode: batch.secCode, amountCents, notice });
  const hasNotice = notice !== null;
  checkEntry({ record, addenda, batch, places, meaning, kind, amountCents, hasNotice }, problems);
  const textIn = needsNoDecoding ? plainTextIn : readableTextIn;
  const item: NachaEntry = {
    type: 'entry',
    record,
    addenda,
    batch,
    kind,
    direction: meaning.direction,
    transactionCode,
    amountCents,
    account: textIn(record, places.account),
    receiverName: isIat ? iatReceiverOf(addenda) : places.name && (textIn(record, places.name) || null),
    identification: isIat
      ? iatIdentificationOf(addenda)
      : places.identification && (textIn(record, places.identification) || null),
    company: isIat ? iatOriginatorOf(addenda) : batch.companyName,
    receivingRouting: record.text.slice(3, 12),
    traceNumber: traceNumber.trim() || null,
    information: addenda.length === 0 ? null : paymentInformationOf(addenda),
    notice,
  };
  return { item, problems, money: { direction: meaning.direction, cents: amountCents } };
}

/** A contested return may carry the return and the dishonored return before it: the last one says what it is. */
function lastNotice(addenda: readonly NachaRecord[], isIat: boolean): Notice | null {
  for (let at = addenda.length - 1; at >= 0; at -= 1) {
    const one = addenda[at];
    if (one !== undefined && (addendaTypeOf(one.text) ?? 0) >= FIRST_NOTICE_TYPE)
      return noticeOf(one, { isIat });
  }
  return null;
}

function plainTextIn({ text }: NachaRecord, { from, to }: Field): string {
  return columns(text, from, to).trim();
}

function readableTextIn({ text }: NachaRecord, { from, to }: Field): string {
  return decodeFieldText(columns(text, from, to));
}

function unknownTransactionCode(record: NachaRecord): NachaProblem {
  const sentence =
    'this transaction code does not exist, so nobody knows whether the entry credits or debits';
  return problemAt(record, TRANSACTION_CODE, {
    rule: 'unknown_transaction_code',
    severity: 'error',
    sentence,
  });
}
