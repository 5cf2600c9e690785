import type { NachaBatch } from '../batches/nacha-batch.ts';
import { hasRightCheckDigit } from '../codes/check-digit.ts';
import type { TransactionCode } from '../codes/transaction-codes.ts';
import type { Field } from '../layouts/layout.ts';
import { type NachaProblem, type NachaRule, problemAt } from '../problems/nacha-problem.ts';
import { columns, type NachaRecord } from '../records/nacha-record.ts';
import type { EntryPlaces } from './entry-places.ts';
import type { NachaEntryKind } from './nacha-entry.ts';

const TRANSACTION_CODE = { name: 'transactionCode', from: 2, to: 3 };
const ROUTING_NUMBER = { name: 'receivingDfi', from: 4, to: 12 };
const ADDENDA_INDICATOR = { name: 'addendaIndicator', from: 79, to: 79 };
const TRACE_NUMBER = { name: 'traceNumber', from: 80, to: 94 };
const MUST_HAVE_NO_AMOUNT: ReadonlySet<NachaEntryKind> = new Set([
  'prenote',
  'notification_of_change',
  'refused_notification',
  'zero_dollar',
]);

interface CheckedEntry {
  record: NachaRecord;
  addenda: readonly NachaRecord[];
  batch: NachaBatch;
  places: EntryPlaces;
  meaning: TransactionCode;
  kind: NachaEntryKind;
  amountCents: number;
  hasNotice: boolean;
}

/**
 * What the fields of an entry say against each other, its addenda and its batch. All of it is worth a look, nothing stops.
 * @param problems warnings are added to these
 */
export function checkEntry(entry: CheckedEntry, problems: NachaProblem[]): void {
  const warn = new Warnings(entry.record, problems);
  checkNumbers(entry, warn);
  checkAmount(entry, warn);
  checkAddenda(entry, warn);
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

function checkNumbers({ record: { text }, batch, meaning }: CheckedEntry, warn: Warnings): void {
  const routingNumber = text.slice(3, 12);
  if (!hasRightCheckDigit(routingNumber) && /^\d{9}$/.test(routingNumber))
    warn.add(
      ROUTING_NUMBER,
      'check_digit',
      'the check digit does not fit the routing number of the receiving institution',
    );
  if (batch.family !== 'adv' && !text.startsWith(batch.originatingDfi, 79))
    warn.add(
      TRACE_NUMBER,
      'trace_number',
      'the trace number does not begin with the originating institution of the batch header',
    );
  if (batch.serviceClass === (meaning.direction === 'Credit' ? '225' : '220')) {
    const sentence = `the batch is for ${meaning.direction === 'Credit' ? 'debits' : 'credits'} only (service class ${batch.serviceClass})`;
    warn.add(TRANSACTION_CODE, 'service_class', sentence);
  }
}

function checkAmount({ places, meaning, kind, amountCents }: CheckedEntry, warn: Warnings): void {
  if (amountCents !== 0 && MUST_HAVE_NO_AMOUNT.has(kind))
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

function checkAddenda(entry: CheckedEntry, warn: Warnings): void {
  const { record, addenda, places, kind, hasNotice } = entry;
  const indicated = record.text[78] === '1';
  if (indicated !== addenda.length > 0) {
    const sentence = indicated
      ? 'addenda are announced, but none follow'
      : 'addenda follow without being announced';
    warn.add(ADDENDA_INDICATOR, 'addenda_indicator', sentence);
  }
  if (!hasNotice && (kind === 'return' || kind === 'notification_of_change')) {
    const wanted = kind === 'return' ? '99 with the reason' : '98 with the corrected data';
    warn.add(
      TRANSACTION_CODE,
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
