import type { Day } from '../calendar/day.ts';
import type { TransactionType } from '../import/ledger-row.ts';
import type { Cents } from '../money/cents.ts';
import type { EntryKind } from '../nacha/entry-kind.ts';

/** One ledger entry as detection reads it. */
export interface Entry {
  /** The transaction's id, as text. */
  id: string;
  accountNumber: string;
  company: string;
  /** `companyKey(company)`. */
  companyKey: string;
  /** Name of the receiver as the entry carries it; null when the row has none. */
  receiverName: string | null;
  /** Event day: posting date, else settlement date, else effective date; null for a dateless row. */
  day: Day | null;
  /** The same day as days since 1970-01-01. */
  epochDay: number | null;
  /** 0 to 1439, null when the file had no time. */
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
  /** Line of the imported file, from 1. */
  line: number;
}

/** An entry with an event day; only these can lie in a window. */
export interface DatedEntry extends Entry {
  day: Day;
  epochDay: number;
}

export function isDated(entry: Entry): entry is DatedEntry {
  return entry.epochDay !== null && entry.day !== null;
}
