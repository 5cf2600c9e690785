import type { Day } from '../calendar/day.ts';

/**
 * Facts about all originators in the institution's ledger. `isKnown` is true for entries without an originator, so no rule treats them as
 * unfamiliar.
 */
export interface CompanyTable {
  accountsUsing(companyKey: string): number;
  isKnown(companyKey: string): boolean;
  firstSeen(companyKey: string): Day | null;
  isSpray(companyKey: string): boolean;
  /** Number of accounts the company has debited, and of those debited within its first 3 days; null for an unknown key. */
  debitsOnArrival(companyKey: string): { accounts: number; atOnce: number } | null;
}

interface CompanyStats {
  accounts: number;
  /** Days from the first entry of the first account to the first entry of the account at the 80th percentile (`percentile_disc(0.8)`). */
  arrivalSpanDays: number;
  activeMonths: number;
}

const MIN_ACCOUNTS = 3;
const MIN_SHARE_OF_ACCOUNTS = 0.004;
const ARRIVED_TOGETHER_DAYS = 10;
const MIN_ACTIVE_MONTHS = 3;

/** Number of accounts that must use a company for it to be known, given the number of accounts in the ledger. */
export function minimumAccountsOfKnownCompany(ledgerAccounts: number): number {
  return Math.max(MIN_ACCOUNTS, MIN_SHARE_OF_ACCOUNTS * ledgerAccounts);
}

/** Enough accounts use the company, and they did not all start at once. Starting at once suggests a debit spray, not a biller. */
export function isKnownCompany(stats: CompanyStats, ledgerAccounts: number): boolean {
  if (stats.accounts < minimumAccountsOfKnownCompany(ledgerAccounts)) return false;
  return stats.arrivalSpanDays > ARRIVED_TOGETHER_DAYS || stats.activeMonths >= MIN_ACTIVE_MONTHS;
}
