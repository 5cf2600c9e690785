import type { EvidenceFact } from '@clearwatch/contracts/fraud/alert-evidence';
import { formatDollars } from '../../money/format-dollars.ts';
import type { CompanyTable } from '../companies.ts';
import type { AccountHistory } from './account-history.ts';
import { BASELINE_DAYS } from './baseline.ts';
import { firstIndexAt } from './first-index-at.ts';
import { moneyOut } from './money-out.ts';
import type { PreparedEntry } from './prepared-entry.ts';
import { isUnfamiliarDebit } from './unfamiliar-debits.ts';

/**
 * What an analyst of a possible takeover asks first (detection catalogue, section 6): the last debit before the behaviour
 * to a company that the account or the institution knew, and the largest debit of the 90 days before.
 *
 * @param beginsOn first day of the behaviour, days since 1970-01-01
 */
export function takeoverFacts(
  account: AccountHistory,
  { beginsOn, companies }: { beginsOn: number; companies: CompanyTable },
): EvidenceFact[] {
  const debits = moneyOut(account);
  let normal: PreparedEntry | null = null;
  let largest: PreparedEntry | null = null;
  for (let at = firstIndexAt(debits, beginsOn) - 1; at >= 0; at -= 1) {
    const debit = debits[at];
    if (debit === undefined) break;
    const isRecent = debit.entry.epochDay >= beginsOn - BASELINE_DAYS;
    if (isRecent && debit.entry.amountCents > (largest?.entry.amountCents ?? -1)) largest = debit;
    if (normal === null && !isUnfamiliarDebit(debit, companies)) normal = debit;
    if (normal !== null && !isRecent) break;
  }
  return [
    { label: 'Last normal debit', value: told(normal), unit: 'text' },
    { label: `Largest debit of the ${BASELINE_DAYS} days before`, value: told(largest), unit: 'text' },
  ];
}

function told(debit: PreparedEntry | null): string {
  if (debit === null) return 'none';
  const { amountCents, company, day } = debit.entry;
  return `${formatDollars(amountCents)} to ${company} on ${day}`;
}
