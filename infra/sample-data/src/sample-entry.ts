import type { BankingCalendar } from './banking-calendar.ts';
import type { Originator } from './originating-companies.ts';
import type { Random } from './seeded-random.ts';

export interface AccountScene {
  readonly random: Random;
  readonly calendar: BankingCalendar;
}

/** An entry that does not have its account, trace number, and batch yet. */
export interface DraftEntry {
  readonly day: number;
  readonly cents: number;
  readonly direction: 'Credit' | 'Debit';
  readonly originator: Originator;
  /** Replaces the originator's description. */
  readonly description?: string;
  readonly addenda?: string;
  /** Index of the holder that the entry names. */
  readonly holder?: 0 | 1;
  /** Minute of the day, 1 to 1439; not in NACHA files. */
  readonly minute?: number;
  readonly isPrenote?: true;
  /** The entry returns (R code) or corrects (C code) another entry on the account. */
  readonly notice?: { readonly code: string; readonly of: DraftEntry };
}

/** Some of an account's entries over the whole window; the first one is the oldest. */
export type PaymentStream = (scene: AccountScene) => DraftEntry[];

export interface SampleNotice {
  readonly code: string;
  readonly originalTrace: string;
  /** As in addenda 98; null in a return. */
  readonly correctedData: string | null;
}

export interface SampleEntry {
  readonly company: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly middleInitial: string | null;
  readonly accountNumber: string;
  /** 17 characters, zero-filled. */
  readonly originalAccount: string;
  /** Checking 2x, savings 3x: x is 2 or 7 for money, 3 or 8 for prenotes, 1 or 6 for returns and notices. */
  readonly transactionCode: string;
  readonly cents: number;
  readonly transactionType: 'Credit' | 'Debit';
  /** YYYY-MM-DD, a banking day except in some patterns. */
  readonly postingDate: string;
  readonly postingMinute: number | null;
  readonly entryDescription: string;
  readonly secCode: Originator['secCode'] | 'COR';
  /** Eight digits of the sending institution and a sequence number; unique for up to ten million entries. */
  readonly traceNumber: string;
  readonly batch: string;
  /** Of the originator's bank. */
  readonly routingNumber: string;
  readonly addenda: string | null;
  readonly notice: SampleNotice | null;
  /** Id of an injected behavior; never written to a file. */
  readonly behavior: string | null;
}
