import type { Day } from '../calendar/day.ts';
import type { EntryKind, TransactionType } from '../ledger/ledger-row.ts';
import type { Cents } from '../money/cents.ts';

export interface Entry {
  id: string;
  accountNumber: string;
  company: string;
  companyKey: string;
  receiverName: string | null;
  /** Event day: posting date, else settlement date, else effective date; null for a dateless row. */
  day: Day | null;
  /** The event day as the number of days since 1970-01-01. */
  epochDay: number | null;
  /** Minutes after midnight, 0 to 1439; null when the file has no time. */
  minuteOfDay: number | null;
  /** Never negative. */
  amountCents: Cents;
  transactionType: TransactionType;
  entryKind: EntryKind;
  entryDescription: string | null;
  addenda: string | null;
  /** SEC code. */
  class: string | null;
  transactionCode: string;
  traceNumber: string | null;
  importId: string;
  line: number;
}

export interface DatedEntry extends Entry {
  day: Day;
  epochDay: number;
}

export function isDated(entry: Entry): entry is DatedEntry {
  return entry.epochDay !== null && entry.day !== null;
}

const MINUTE_WITHOUT_TIME = 1440;

/** The id is compared last: ids follow the import order, which must not change an alert's trigger. */
export function compareEntries(left: DatedEntry, right: DatedEntry): number {
  return (
    left.epochDay - right.epochDay ||
    (left.minuteOfDay ?? MINUTE_WITHOUT_TIME) - (right.minuteOfDay ?? MINUTE_WITHOUT_TIME) ||
    compareTexts(left.transactionType, right.transactionType) ||
    compareTexts(left.companyKey, right.companyKey) ||
    left.amountCents - right.amountCents ||
    compareTexts(left.traceNumber ?? '', right.traceNumber ?? '') ||
    compareTexts(left.entryDescription ?? '', right.entryDescription ?? '') ||
    compareTexts(left.addenda ?? '', right.addenda ?? '') ||
    compareTexts(left.receiverName ?? '', right.receiverName ?? '') ||
    compareTexts(left.class ?? '', right.class ?? '') ||
    compareTexts(left.company, right.company) ||
    compareTexts(left.accountNumber, right.accountNumber) ||
    left.id.length - right.id.length ||
    compareTexts(left.id, right.id)
  );
}

export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
