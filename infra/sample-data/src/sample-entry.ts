import type { BankingCalendar } from './banking-calendar.ts';
import type { Originator } from './originating-companies.ts';
import type { Random } from './seeded-random.ts';

/** What a life is written with: its own randomness and the banking days of the window. */
export interface AccountScene {
  readonly random: Random;
  readonly calendar: BankingCalendar;
}

/** One entry before it has an account, a trace number and a batch. */
export interface DraftEntry {
  readonly day: number;
  readonly cents: number;
  readonly direction: 'Credit' | 'Debit';
  readonly originator: Originator;
  /** Instead of the originator's usual entry description. */
  readonly description?: string;
  readonly addenda?: string;
  /** Which holder of the account the entry names; 1 is the second one. */
  readonly holder?: 0 | 1;
  /** Wall clock, 1 to 1439; NACHA has no room for it. */
  readonly minute?: number;
  /** Asks whether the account exists; has no amount. */
  readonly isPrenote?: true;
  /** The entry sends another one of the account back (R code) or has its data corrected (C code). */
  readonly notice?: { readonly code: string; readonly of: DraftEntry };
}

/** A recurring or occasional part of a life, over the whole window, oldest first. */
export type PaymentStream = (scene: AccountScene) => DraftEntry[];

/** What a return or a notification of change is about. */
export interface SampleNotice {
  /** "R01", "C05". */
  readonly code: string;
  readonly originalTrace: string;
  /** As addenda 98 and the text of other formats give it; null in a return. */
  readonly correctedData: string | null;
}

/** One ACH entry as the receiving institution's core system sees it. */
export interface SampleEntry {
  readonly company: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly middleInitial: string | null;
  readonly accountNumber: string;
  /** The DFI account number as it stands in the file: 17 characters, zero-filled. */
  readonly originalAccount: string;
  /** Checking 2x, savings 3x: x is 2 and 7 for money, 3 and 8 for prenotes, 1 and 6 for returns and notices. */
  readonly transactionCode: string;
  readonly cents: number;
  readonly transactionType: 'Credit' | 'Debit';
  /** YYYY-MM-DD, a banking day; a planted behaviour may choose others. */
  readonly postingDate: string;
  /** Minute of the day, null when the file has no time. */
  readonly postingMinute: number | null;
  readonly entryDescription: string;
  readonly secCode: Originator['secCode'] | 'COR';
  /** First eight digits of the sending institution's routing number and a sequence number; unique up to ten million. */
  readonly traceNumber: string;
  readonly batch: string;
  /** Of the originator's bank. */
  readonly routingNumber: string;
  readonly addenda: string | null;
  readonly notice: SampleNotice | null;
  /** Id of the planted behaviour it is part of. Never written to a file. */
  readonly behaviour: string | null;
}
