import type { DatedEntry } from '../entry.ts';
import type { CreditPurpose } from './purpose.ts';

/** What an entry's own text and codes say about it, without any history. */
export interface EntryMarks {
  isReturn: boolean;
  /** NACHA return reason code ("R10"), null when there is none. */
  returnCode: string | null;
  isReversal: boolean;
  /** An account validation (Nacha micro-entry). */
  isMicro: boolean;
  /** What a credit is for, when its text says so; null for debits. */
  purpose: CreditPurpose | null;
  /** A credit whose purpose explains it: pay, benefits, tax refund, loan, claim, distribution, expenses. */
  isExempt: boolean;
  /** Money that leaves the member's reach: P2P, wallets, crypto, transfers. */
  isMovable: boolean;
}

/** An entry in its place in the account's history. */
export interface PreparedEntry extends EntryMarks {
  entry: DatedEntry;
  /** This account had no entry of the company more than 10 days before. */
  isFirstTime: boolean;
  /** At least 3 entries of the company on earlier days, spanning 40 days or more; never without a named originator. */
  isEstablished: boolean;
  /** Days since the account's first entry, 0 on the first day. */
  historyDays: number;
}
