import type { AlertEvidence } from '@clearwatch/contracts/fraud/alert-evidence';
import { type Cents, formatCents } from '../../money/cents.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** Credits per day and account, in order of the entries given. */
export function dailyTotals(credits: readonly PreparedEntry[]): AlertEvidence['dailyTotals'] {
  const totals = new Map<string, { day: string; accountNumber: string; cents: Cents }>();
  for (const { entry } of credits) {
    const { day, accountNumber, amountCents } = entry;
    const key = `${day} ${accountNumber}`;
    const total = totals.get(key);
    if (total === undefined) totals.set(key, { day, accountNumber, cents: amountCents });
    else total.cents += amountCents;
  }
  return [...totals.values()].map(({ day, accountNumber, cents }) => ({
    day,
    accountNumber,
    credits: formatCents(cents),
  }));
}
