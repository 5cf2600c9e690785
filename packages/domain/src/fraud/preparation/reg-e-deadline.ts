import type { EvidenceFact } from '@clearwatch/contracts/fraud/alert-evidence';
import { addDays } from '../../calendar/day.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** Consumer debits can be returned as unauthorized until so many days after settlement (Nacha; 12 CFR 1005.11). */
export const UNAUTHORIZED_RETURN_DAYS = 60;
/** Classes of corporate accounts: Regulation E does not cover them, and they are returned within two banking days. */
const CORPORATE_CLASSES: ReadonlySet<string | null> = new Set(['CCD', 'CTX']);

/** Whether the class of a debit leaves it to the rights of consumers. */
export function isOfConsumerClass({ entry }: PreparedEntry): boolean {
  return !CORPORATE_CLASSES.has(entry.class);
}

/**
 * Until when the oldest of a consumer's debits can still be disputed as unauthorized: 60 days after it settled; the later
 * ones can be disputed longer. Nothing without any.
 *
 * @param debits of consumers only
 */
export function regEDeadline(debits: readonly PreparedEntry[]): EvidenceFact[] {
  const oldest = debits.reduce<PreparedEntry | null>(
    (first, debit) => (first === null || debit.entry.epochDay < first.entry.epochDay ? debit : first),
    null,
  );
  if (oldest === null) return [];
  return [
    {
      label: `Regulation E deadline of the oldest debit (${UNAUTHORIZED_RETURN_DAYS} days after settlement)`,
      value: addDays(oldest.entry.day, UNAUTHORIZED_RETURN_DAYS),
      unit: 'day',
    },
  ];
}
