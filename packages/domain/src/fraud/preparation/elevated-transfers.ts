import type { AccountHistory } from './account-history.ts';
import { BASELINE_DAYS } from './baseline.ts';
import { firstIndexAt } from './first-index-at.ts';
import { moneyOut } from './money-out.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** A transfer is raised from so many times the largest of its company in the time before. */
const RAISED = 2;
/** An analyst needs no more of them. */
const MOST_SHOWN = 5;

/**
 * Transfers between two days (since 1970-01-01, both included) through an app or bank that the account has used before,
 * at least twice the largest of the 90 days before to the same company.
 */
export function elevatedTransfers(
  account: AccountHistory,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): PreparedEntry[] {
  const debits = moneyOut(account);
  const from = firstIndexAt(debits, firstDay);
  const largest = new Map<string, number>();
  for (const { entry, isMovable } of debits.slice(firstIndexAt(debits, firstDay - BASELINE_DAYS), from)) {
    if (isMovable)
      largest.set(entry.companyKey, Math.max(entry.amountCents, largest.get(entry.companyKey) ?? 0));
  }
  return debits
    .slice(from, firstIndexAt(debits, lastDay + 1))
    .filter(({ entry, isEstablished, isMovable }) => {
      const usual = largest.get(entry.companyKey);
      return isMovable && isEstablished && usual !== undefined && entry.amountCents >= RAISED * usual;
    })
    .slice(0, MOST_SHOWN);
}
