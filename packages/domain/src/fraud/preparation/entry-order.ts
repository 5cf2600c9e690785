import type { DatedEntry } from '../entry.ts';

/** Entries without a time come after all that have one. */
const NO_TIME = 1440;

/**
 * Order of dated entries: by day, within a day by time, then by content, the id last. Ids follow the order of imports;
 * if they came first, importing the same two files the other way round could move the trigger of an alert.
 */
export function entryOrder(left: DatedEntry, right: DatedEntry): number {
  return (
    left.epochDay - right.epochDay ||
    (left.minuteOfDay ?? NO_TIME) - (right.minuteOfDay ?? NO_TIME) ||
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

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
