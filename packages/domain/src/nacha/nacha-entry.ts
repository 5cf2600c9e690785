import type { EntryKind, TransactionType } from '../ledger/ledger-row.ts';
import type { Cents } from '../money/cents.ts';
import { hasValidCheckDigit, numberInColumns, type TransactionCode, transactionCodeOf } from './ach-codes.ts';
import { addendaLayoutOf, addendaTypeOf } from './addenda-layouts.ts';
import type { NachaBatch } from './nacha-batch.ts';
import { ENTRY_LAYOUTS, type EntryLayout, type Field } from './nacha-layouts.ts';
import {
  fieldProblemsOf,
  isCleanRecord,
  lostColumnProblems,
  type NachaProblem,
  type ProblemPosition,
  problemAt,
} from './nacha-problems.ts';
import { columns, decodeFieldText, type NachaRecord } from './nacha-record.ts';
import { changeCodeOf, type ReturnStage, refusalReasonOf, returnReasonOf } from './return-and-change-codes.ts';

interface EarlierEntry {
  code: string;
  title: string | null;
  originalTraceNumber: string;
}

export interface ReturnNotice extends EarlierEntry {
  type: 'return';
  stage: ReturnStage;
  information: string | null;
}

export interface ChangeNotice extends EarlierEntry {
  type: 'change';
  /** The refusal code ("C62"); `code` is then the refused change code. */
  refusedWith: string | null;
  correctedData: string;
}

export type Notice = ReturnNotice | ChangeNotice;

export function noticeOf({ text }: NachaRecord, { isIat }: { isIat: boolean }): Notice | null {
  const layout = addendaLayoutOf(text, { isIat });
  if (layout === null) return null;
  // Null for blank fields and for fields that the layout does not have.
  const value = (name: string): string | null => {
    const field = layout.byName.get(name);
    return (field && decodeFieldText(columns(text, field.from, field.to))) || null;
  };
  const originalTraceNumber = value('originalTraceNumber') ?? '';
  if (text.startsWith('99', 1)) {
    const code = value('reasonCode') ?? '';
    const { title = null, stage = 'return' } = returnReasonOf(code) ?? {};
    return { type: 'return', originalTraceNumber, code, title, stage, information: value('information') };
  }
  const code = value('changeCode') ?? '';
  const refusedWith = value('refusedCode');
  const title = refusedWith === null ? (changeCodeOf(code)?.title ?? null) : refusalReasonOf(refusedWith);
  const correctedData = value('correctedData') ?? '';
  return { type: 'change', originalTraceNumber, code, title, refusedWith, correctedData };
}

/**
 * contested_return: the receiving institution insists on a dishonored return. advice: posts nothing to a member's
 * account.
 */
export const LEDGER_KIND_BY_NACHA_KIND = {
  money: 'money',
  zero_dollar: 'zero_dollar',
  prenote: 'prenote',
  return: 'return',
  dishonored_return: 'return',
  contested_return: 'return',
  notification_of_change: 'notification_of_change',
  refused_notification: 'notification_of_change',
  advice: 'zero_dollar',
} as const satisfies Record<string, EntryKind>;
export type NachaEntryKind = keyof typeof LEDGER_KIND_BY_NACHA_KIND;

/** Text is trimmed; an empty field is null. */
export interface NachaEntry {
  type: 'entry';
  record: NachaRecord;
  addenda: readonly NachaRecord[];
  batch: NachaBatch;
  kind: NachaEntryKind;
  direction: TransactionType;
  transactionCode: string;
  amountCents: Cents;
  account: string;
  receiverName: string | null;
  /** The originator's number for the receiver, or a check's serial number. */
  identification: string | null;
  /** The company in the batch header, or the originator in the addenda of an international entry. */
  company: string | null;
  receivingRouting: string;
  traceNumber: string | null;
  information: string | null;
  notice: Notice | null;
}

export interface RejectedRecord {
  type: 'rejected';
  record: NachaRecord;
  addenda: readonly NachaRecord[];
  problems: NachaProblem[];
  /** For control totals; null if direction or amount cannot be read. */
  money: { direction: TransactionType; cents: Cents } | null;
}

/** Columns 4–83 of addenda 05 and 17, joined without a separator: a record may end in the middle of a word. */
function paymentInformationOf(addenda: readonly NachaRecord[]): string | null {
  let information = '';
  for (const { text } of addenda) {
    if (text.startsWith('05', 1) || text.startsWith('17', 1)) information += columns(text, 4, 83);
  }
  return decodeFieldText(information) || null;
}

function textInAddenda(
  addenda: readonly NachaRecord[],
  { type, from, to }: { type: string; from: number; to: number },
): string | null {
  const record = addenda.find(({ text }) => text.startsWith(type, 1));
  return record === undefined ? null : decodeFieldText(columns(record.text, from, to)) || null;
}

const ADDENDA_TYPE = { name: 'addendaType', from: 2, to: 3 };
const REASON_CODE = { name: 'reasonCode', from: 4, to: 6 };
const CHANGE_CODE = { name: 'changeCode', from: 4, to: 6 };
const SEQUENCE_NUMBER = { name: 'entrySequence', from: 88, to: 94 };

/** A record and the list that its problems are added to. A closure per record would slow down the reader. */
interface CheckedRecord {
  record: NachaRecord;
  problems: NachaProblem[];
}

function warn(
  { record, problems }: CheckedRecord,
  position: ProblemPosition,
  problem: Pick<NachaProblem, 'rule' | 'sentence'>,
): void {
  problems.push(problemAt(record, position, problem));
}

function checkAddenda(checked: CheckedRecord, entry: { traceNumber: string; isIat: boolean }): void {
  const { text } = checked.record;
  const layout = addendaLayoutOf(text, entry);
  if (layout === null) {
    const sentence = 'this addenda type does not exist; it must be 02, 05, 10 to 18, 98 or 99';
    warn(checked, ADDENDA_TYPE, { rule: 'unknown_addenda_type', sentence });
    return;
  }
  checked.problems.push(...fieldProblemsOf(checked.record, layout));
  const type = addendaTypeOf(text);
  const code = columns(text, REASON_CODE.from, REASON_CODE.to);
  if (layout.byName.has(SEQUENCE_NUMBER.name) && !entry.traceNumber.endsWith(text.slice(87))) {
    const sentence = 'the addenda record must end with the last seven digits of the trace number of its entry';
    warn(checked, SEQUENCE_NUMBER, { rule: 'trace_number', sentence });
  } else if (type === 99 && returnReasonOf(code) === null) {
    const sentence = 'this return reason code does not exist';
    warn(checked, REASON_CODE, { rule: 'unknown_reason_code', sentence });
  } else if (type === 98 && changeCodeOf(code) === null && refusalReasonOf(code) === null) {
    const sentence = 'this change code does not exist';
    warn(checked, CHANGE_CODE, { rule: 'unknown_reason_code', sentence });
  }
}

const TRANSACTION_CODE = { name: 'transactionCode', from: 2, to: 3 };
const ROUTING_NUMBER = { name: 'receivingDfi', from: 4, to: 12 };
const ADDENDA_INDICATOR = { name: 'addendaIndicator', from: 79, to: 79 };
const TRACE_NUMBER = { name: 'traceNumber', from: 80, to: 94 };
const ZERO_AMOUNT_KINDS: ReadonlySet<NachaEntryKind> = new Set([
  'prenote',
  'notification_of_change',
  'refused_notification',
  'zero_dollar',
]);

interface CheckedEntry extends CheckedRecord {
  addenda: readonly NachaRecord[];
  batch: NachaBatch;
  layout: EntryLayout;
  meaning: TransactionCode;
  kind: NachaEntryKind;
  amountCents: number;
  hasNotice: boolean;
}

function checkRoutingAndTrace(entry: CheckedEntry): void {
  const { batch, meaning } = entry;
  const { text } = entry.record;
  const routingNumber = text.slice(3, 12);
  if (!hasValidCheckDigit(routingNumber) && /^\d{9}$/.test(routingNumber)) {
    const sentence = 'the check digit does not match the routing number of the receiving institution';
    warn(entry, ROUTING_NUMBER, { rule: 'check_digit', sentence });
  }
  if (batch.family !== 'adv' && !text.startsWith(batch.originatingDfi, 79)) {
    const sentence = 'the trace number does not begin with the originating DFI number in the batch header';
    warn(entry, TRACE_NUMBER, { rule: 'trace_number', sentence });
  }
  const isCredit = meaning.direction === 'Credit';
  if (batch.serviceClass === (isCredit ? '225' : '220')) {
    const sentence = `the batch is for ${isCredit ? 'debits' : 'credits'} only (service class code ${batch.serviceClass})`;
    warn(entry, TRANSACTION_CODE, { rule: 'service_class', sentence });
  }
}

function checkAmount(entry: CheckedEntry): void {
  const { layout, meaning, kind, amountCents } = entry;
  const rule = 'amount_not_allowed';
  if (amountCents !== 0 && ZERO_AMOUNT_KINDS.has(kind)) {
    const sentence = `the amount of an entry of this kind (${kind.replaceAll('_', ' ')}) must be zero`;
    warn(entry, layout.amount, { rule, sentence });
  } else if (meaning.purpose === 'live' && kind === 'zero_dollar') {
    const sentence = 'the amount is zero, but the transaction code is for a payment';
    warn(entry, layout.amount, { rule, sentence });
  }
}

function checkAddendaCount(entry: CheckedEntry): void {
  const { record, addenda, layout, kind, hasNotice } = entry;
  const isIndicated = record.text[78] === '1';
  if (isIndicated !== addenda.length > 0) {
    const sentence = isIndicated
      ? 'the addenda indicator is 1, but no addenda record follows'
      : 'addenda records follow, but the addenda indicator is not 1';
    warn(entry, ADDENDA_INDICATOR, { rule: 'addenda_indicator', sentence });
  }
  if (hasNotice) return;
  if (kind === 'return' || kind === 'notification_of_change') {
    const missing = kind === 'return' ? '99 with the reason' : '98 with the corrected data';
    const sentence = `this entry is a ${kind.replaceAll('_', ' ')}, but its addenda record ${missing} is missing`;
    warn(entry, TRANSACTION_CODE, { rule: 'addenda_missing', sentence });
  }
  const { addendaCount } = layout;
  if (addendaCount === undefined) return;
  const count = numberInColumns(record.text, addendaCount.from, addendaCount.to);
  if (count !== null && count !== addenda.length) {
    const sentence = `the entry declares an addenda count of ${count}, but the actual count is ${addenda.length}`;
    warn(entry, addendaCount, { rule: 'addenda_count', sentence });
  }
}

const KIND_BY_STAGE = {
  return: 'return',
  dishonored: 'dishonored_return',
  contested: 'contested_return',
} as const;

/** Addenda 98 and 99 determine the kind; without them, the SEC code, transaction code and amount do. */
function entryKindOf(
  { purpose }: TransactionCode,
  { secCode, amountCents, notice }: { secCode: string; amountCents: number; notice: Notice | null },
): NachaEntryKind {
  if (notice?.type === 'return') return KIND_BY_STAGE[notice.stage];
  if (notice?.type === 'change') return notice.refusedWith === null ? 'notification_of_change' : 'refused_notification';
  if (secCode === 'COR') return 'notification_of_change';
  if (purpose === 'advice' || secCode === 'ADV') return 'advice';
  if (purpose === 'notice') return 'return';
  if (purpose === 'prenote') return 'prenote';
  return purpose === 'zero' || amountCents === 0 ? 'zero_dollar' : 'money';
}

/**
 * Reads one entry with its addenda. An error rejects the entry, but its `money` still counts toward the control totals.
 */
export function readEntry(
  record: NachaRecord,
  addenda: readonly NachaRecord[],
  batch: NachaBatch,
): { item: NachaEntry | RejectedRecord; problems: NachaProblem[]; money: RejectedRecord['money'] } {
  const layout = ENTRY_LAYOUTS[batch.family];
  const isClean = isCleanRecord(record, layout);
  const problems = isClean ? [] : [...lostColumnProblems(record, layout), ...fieldProblemsOf(record, layout)];
  const amountCents = numberInColumns(record.text, layout.amount.from, layout.amount.to);
  const isIat = batch.family === 'iat';
  const traceNumber = record.text.slice(79);
  for (const addendum of addenda) checkAddenda({ record: addendum, problems }, { traceNumber, isIat });
  const transactionCode = record.text.slice(1, 3);
  const meaning = transactionCodeOf(transactionCode);
  if (meaning === null) {
    const rule = 'unknown_transaction_code';
    const sentence =
      'this transaction code does not exist, so the entry cannot be read as a credit or a debit; correct the code';
    problems.push(problemAt(record, TRANSACTION_CODE, { rule, severity: 'error', sentence }));
  }
  const money = meaning === null || amountCents === null ? null : { direction: meaning.direction, cents: amountCents };
  if (problems.some(({ severity }) => severity === 'error') || meaning === null || amountCents === null)
    return { item: { type: 'rejected', record, addenda, problems, money }, problems, money };
  const notice = addenda.length === 0 ? null : lastNotice(addenda, isIat);
  const kind = entryKindOf(meaning, { secCode: batch.secCode, amountCents, notice });
  const hasNotice = notice !== null;
  const checked = { record, problems, addenda, batch, layout, meaning, kind, amountCents, hasNotice };
  checkRoutingAndTrace(checked);
  checkAmount(checked);
  checkAddendaCount(checked);
  // A clean record is ASCII.
  const textIn = ({ from, to }: Field): string =>
    isClean ? columns(record.text, from, to).trim() : decodeFieldText(columns(record.text, from, to));
  const item: NachaEntry = {
    type: 'entry',
    record,
    addenda,
    batch,
    kind,
    direction: meaning.direction,
    transactionCode,
    amountCents,
    account: textIn(layout.account),
    receiverName: isIat
      ? textInAddenda(addenda, { type: '10', from: 47, to: 81 })
      : (layout.name && textIn(layout.name)) || null,
    identification: isIat
      ? textInAddenda(addenda, { type: '15', from: 4, to: 18 })
      : (layout.identification && textIn(layout.identification)) || null,
    company: isIat ? textInAddenda(addenda, { type: '11', from: 4, to: 38 }) : batch.companyName,
    receivingRouting: record.text.slice(3, 12),
    traceNumber: traceNumber.trim() || null,
    information: addenda.length === 0 ? null : paymentInformationOf(addenda),
    notice,
  };
  return { item, problems, money };
}

/** A contested return may also contain the addenda of the return and the dishonored return; the last notice counts. */
function lastNotice(addenda: readonly NachaRecord[], isIat: boolean): Notice | null {
  const last = addenda.findLast(({ text }) => (addendaTypeOf(text) ?? 0) >= 98);
  return last === undefined ? null : noticeOf(last, { isIat });
}
