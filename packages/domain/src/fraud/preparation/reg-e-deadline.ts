import type { EvidenceFact } from '@clearwatch/contracts/fraud/alert-evidence';
import { addDays } from '../../calendar/day.ts';
import type { DatedEntry } from '../entry.ts';

/** Consumer debits can be returned as unauthorized until so many days after settlement (Nacha; 12 CFR 1005.11). */
export const UNAUTHORIZED_RETURN_DAYS = 60;
/** The rights of consumers do not cover these classes; they are returned within two banking days. */
const CORPORATE_CLASSES: ReadonlySet<string | null> = new Set(['CCD', 'CTX']);

/**
 * Until when the oldest of the debits can still be disputed as unauthorized: 60 days after it settled; none when all are
 * of a corporate class. The later ones can be disputed longer.
 */
export function regEDeadline(debits: readonly DatedEntry[]): EvidenceFact[] {
  const oldest = debits
    .filter((debit) => !CORPORATE_CLASSES.has(debit.class))
    .reduce<DatedEntry | null>(
      (first, debit) => (first === null || debit.epochDay < first.epochDay ? debit : first),
      null,
    );
  if (oldest === null) return [];
  return [
    {
      label: `Regulation E deadline of the oldest debit (${UNAUTHORIZED_RETURN_DAYS} days after settlement)`,
      value: addDays(oldest.day, UNAUTHORIZED_RETURN_DAYS),
      unit: 'day',
    },
  ];
}
