import type { Draft } from '../draft.ts';
import type { BankingCalendar } from '../world/banking-calendar.ts';
import { SAVINGS_POSITION } from './account-number.ts';
import type { Holders } from './holders.ts';
import type { SampleEntry } from './sample-entry.ts';

export interface Account {
  readonly number: string;
  /** Which of the person's accounts it is, from 0. */
  readonly position: number;
  readonly holders: Holders;
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
  const savings = account.position === SAVINGS_POSITION;
  let next = serial;
  for (const draft of account.drafts.toSorted((a, b) => a.day - b.day)) {
    const { originator, direction } = draft;
    const holder = account.holders[draft.holder ?? 0] ?? account.holders[0];
    const sequence = (next * SEQUENCE_STEP) % SEQUENCES;
    next += 1;
    yield {
      company: originator.name,
      firstName: holder.firstName,
      lastName: holder.lastName,
      middleInitial: holder.middleInitial,
      accountNumber: account.number,
      originalAccount: original,
      transactionCode: direction === 'Credit' ? (savings ? '32' : '22') : savings ? '37' : '27',
      cents: draft.cents,
      transactionType: direction,
      postingDate: calendar.text(draft.day),
      entryDescription: draft.description ?? originator.description,
      secCode: originator.secCode,
      traceNumber: originator.routingNumber.slice(0, 8) + String(sequence).padStart(7, '0'),
      batch: batchNumber(originator.routingNumber, draft.day),
      routingNumber: originator.routingNumber,
      addenda: draft.addenda ?? null,
      behaviour: account.plant?.behaviour.has(draft) ? account.plant.id : null,
    };
  }
}

/** Entries of one company on one day share a batch. */
function batchNumber(routingNumber: string, day: number): string {
  return String((Number(routingNumber) * 31 + day * 7_919) % 10_000_000).padStart(7, '0');
}
