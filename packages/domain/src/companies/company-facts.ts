import type { Day } from '../calendar/day.ts';
import type { CounterpartyKind } from './counterparty-table.ts';
import type { AmountSpread } from './peak-to-average.ts';
import type { ReturnTally } from './return-rates.ts';

/** Days before `asOf` that a company's risk is judged by, returns apart (`RETURN_RATE_DAYS`). */
export const COMPANY_RISK_DAYS = 90;

/** What of a company counts towards its risk. */
export interface CompanyFacts {
  /** `companyKey` of its name. */
  companyKey: string;
  /** What most of its entries of the last 90 days say that it is, where its name says nothing. */
  describedKind: CounterpartyKind | null;
  /** The day the ledger ends. */
  asOf: Day;
  /** Day of the ledger's first entry. */
  ledgerFirstDay: Day;
  /** Day of the company's first entry in the ledger; null when none has a date. */
  firstDay: Day | null;
  /** Accounts with entries of it of any kind, ever. */
  members: number;
  /** Accounts it has debited, ever, and those of them whose first debit came within `SPRAY_DAYS` of its first day. */
  debitedAccounts: number;
  debitedAtOnce: number;
  /** Of the 60 days that end with `asOf`. */
  returns: ReturnTally;
  /**
   * Members with a high alert of the last 90 days among whose entries are the company's; alerts reviewed as false positive
   * or explained do not count.
   */
  membersInHighAlerts: number;
  /** Entries of class IAT in the last 90 days. */
  internationalEntries: number;
  /** Debits of the last 90 days, and those of them that are dated on a Saturday or Sunday. */
  debits: number;
  weekendDebits: number;
  /** Share of all entries of the ledger that are dated on a weekend, 0 to 1. */
  ledgerWeekendShare: number;
  /** Money of the last 90 days. */
  amounts: AmountSpread;
}
