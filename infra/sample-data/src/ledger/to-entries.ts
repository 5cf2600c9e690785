import type { Draft } from '../draft.ts';
import type { BankingCalendar } from '../world/banking-calendar.ts';
import { INSTITUTION_ROUTING } from '../world/institution.ts';
import { SAVINGS_POSITION } from './account-number.ts';
import type { Holders } from './holders.ts';
import { noticeText } from './notice-text.ts';
import type { SampleEntry, SampleNotice } from './sample-entry.ts';

export interface Account {
  readonly number: string;
  /** Which of the person's accounts it is, from 0. */
  readonly position: number;
  readonly holders: Holders;
  /** From this day on the holder has the second of the names. */
  readonly renamedOn?: number;
  readonly drafts: Draft[];
  /** Id of the planted behaviour and the drafts that make it up. */
  readonly plant: { id: string; behaviour: ReadonlySet<Draft> } | null;
}

const SEQUENCES = 10_000_000;
/** Odd and not a multiple of five: steps through all sequence numbers before one comes again. */
const SEQUENCE_STEP = 7_654_321;

/** Turns an account's drafts into entries, oldest first. `serial` is the number of entries made before. */
export function* toEntries(
  account: Account,
  calendar: BankingCalendar,
  serial: number,
): Generator<SampleEntry, void> {
  const original = account.number.padStart(17, '0');
  const traces = new Map<Draft, string>();
  const drafts = account.drafts.toSorted((a, b) => a.day - b.day);
  for (const [index, draft] of drafts.entries()) traces.set(draft, traceOf(draft, serial + index));
  for (const draft of drafts) {
    const { originator, direction } = draft;
    const holder = account.holders[holderAt(account, draft)] ?? account.holders[0];
    const notice = noticeOf(draft, account, traces);
    yield {
      company: originator.name,
      firstName: holder.firstName,
      lastName: holder.lastName,
      middleInitial: holder.middleInitial,
      accountNumber: account.number,
      originalAccount: original,
      transactionCode: transactionCode(account, draft),
      cents: draft.cents,
      transactionType: direction,
      postingDate: calendar.text(draft.day),
      postingMinute: draft.minute ?? null,
      entryDescription: draft.description ?? originator.description,
      secCode: draft.notice?.code.startsWith('C') ? 'COR' : originator.secCode,
      traceNumber: traces.get(draft) ?? '',
      batch: batchNumber(originator.routingNumber, draft.day),
      routingNumber: originator.routingNumber,
      addenda: notice === null ? (draft.addenda ?? null) : noticeText(notice),
      notice,
      behaviour: account.plant?.behaviour.has(draft) ? account.plant.id : null,
    };
  }
}

/** Returns and notifications of change are sent by the institution that had received the entry. */
function traceOf({ notice, originator }: Draft, serial: number): string {
  const sender = notice === undefined ? originator.routingNumber : INSTITUTION_ROUTING;
  return sender.slice(0, 8) + String((serial * SEQUENCE_STEP) % SEQUENCES).padStart(7, '0');
}

function holderAt({ renamedOn }: Account, { day, holder = 0 }: Draft): 0 | 1 {
  if (renamedOn === undefined) return holder;
  return day >= renamedOn ? 1 : 0;
}

function noticeOf(
  { notice }: Draft,
  account: Account,
  traces: ReadonlyMap<Draft, string>,
): SampleNotice | null {
  if (notice === undefined) return null;
  const originalTrace = traces.get(notice.of) ?? '';
  return { code: notice.code, originalTrace, correctedData: correctedData(notice.code, account) };
}

/** C01 corrects the account number, C05 the transaction code. */
function correctedData(code: string, { number, position }: Account): string | null {
  if (code === 'C01') return number;
  if (code === 'C05') return position === SAVINGS_POSITION ? '37' : '27';
  return null;
}

function transactionCode({ position }: Account, { direction, isPrenote, notice }: Draft): string {
  const ofCredit = notice === undefined ? (isPrenote ? 3 : 2) : 1;
  return `${position === SAVINGS_POSITION ? 3 : 2}${direction === 'Credit' ? ofCredit : ofCredit + 5}`;
}

/** Entries of one company on one day share a batch. */
function batchNumber(routingNumber: string, day: number): string {
  return String((Number(routingNumber) * 31 + day * 7_919) % 10_000_000).padStart(7, '0');
}
