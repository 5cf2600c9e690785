import type { ReturnTally } from '@clearwatch/domain/companies/company-return-rates';
import type { CounterpartyKind } from '@clearwatch/domain/companies/counterparty-table';
import type { Cents } from '@clearwatch/domain/money/cents';

/** What the rollups say of a company; the days of its dates are those of entries of any kind. */
export interface CompanyMaterial {
  company: string;
  /** What most of its entries of the last 90 days say that it is, where its name says nothing. */
  describedKind: CounterpartyKind | null;
  firstDay: string | null;
  lastDay: string | null;
  creditCents: Cents;
  debitCents: Cents;
  transactions: number;
  /** Of the twelve months that end with the as-of day. */
  yearCreditCents: Cents;
  yearDebitCents: Cents;
  /** Days with entries, ascending, of the months that regularity looks at. */
  batchDays: string[];
  /** Debits of the last 90 days, and those dated on weekends. */
  debits: number;
  weekendDebits: number;
  members: number;
  debitedAccounts: number;
  debitedAtOnce: number;
  peakCents: Cents;
  /** Of the last 90 days. */
  recent: { peakCents: Cents; volumeCents: Cents; transactions: number; internationalEntries: number };
  returns: ReturnTally;
  membersInHighAlerts: number;
}

/** What all companies are judged by. */
export interface Judging {
  asOf: string;
  ledgerFirstDay: string;
  /** Days that the twelve months really cover. */
  yearDays: number;
  postsOnWeekends: boolean;
}
