import type { NachaBatch } from '../batches/nacha-batch.ts';
import { transactionCodeOf } from '../codes/transaction-codes.ts';
import { addendaTypeOf } from '../layouts/addenda-layouts.ts';
import type { Field } from '../layouts/layout.ts';
import { fieldProblemsOf, isPlain, lostColumnsOf } from '../problems/check-record.ts';
import { type NachaProblem, problemAt } from '../problems/nacha-problem.ts';
import { digitsIn } from '../records/digits.ts';
import { columns, type NachaRecord } from '../records/nacha-record.ts';
import { readable } from '../records/readable-text.ts';
import { identificationOf, informationOf, originatorOf, receiverOf } from './addenda-information.ts';
import { checkAddenda } from './check-addenda.ts';
import { checkEntry } from './check-entry.ts';
import { nachaEntryKindOf } from './entry-kind-of.ts';
import { ENTRY_PLACES } from './entry-places.ts';
import type { NachaEntry, RejectedRecord } from './nacha-entry.ts';
import { type Notice, noticeOf } from './notice.ts';

const TRANSACTION_CODE = { name: 'transactionCode', from: 2, to: 3 };
/** Addenda types from here on are notices: 98 and 99. */
const FIRST_NOTICE = 98;

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
  const places = ENTRY_PLACES[batch.family];
  const needsNoDecoding = isPlain(record, places.layout);
  const problems = needsNoDecoding
    ? []
    : [...lostColumnsOf(record, places.layout), ...fieldProblemsOf(record, places.layout)];
  const amountCents = digitsIn(record.text, places.amount.from, places.amount.to);
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
    receiverName: isIat ? receiverOf(addenda) : places.name && (textIn(record, places.name) || null),
    identification: isIat
      ? identificationOf(addenda)
      : places.identification && (textIn(record, places.identification) || null),
    company: isIat ? originatorOf(addenda) : batch.companyName,
    receivingRouting: record.text.slice(3, 12),
    traceNumber: traceNumber.trim() || null,
    information: addenda.length === 0 ? null : informationOf(addenda),
    notice,
  };
  return { item, problems, money: { direction: meaning.direction, cents: amountCents } };
}

/** A contested return may carry the return and the dishonored return before it: the last one says what it is. */
function lastNotice(addenda: readonly NachaRecord[], isIat: boolean): Notice | null {
  for (let at = addenda.length - 1; at >= 0; at -= 1) {
    const one = addenda[at];
    if (one !== undefined && (addendaTypeOf(one.text) ?? 0) >= FIRST_NOTICE) return noticeOf(one, { isIat });
  }
  return null;
}

function plainTextIn({ text }: NachaRecord, { from, to }: Field): string {
  return columns(text, from, to).trim();
}

function readableTextIn({ text }: NachaRecord, { from, to }: Field): string {
  return readable(columns(text, from, to));
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
