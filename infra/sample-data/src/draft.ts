import type { BankingCalendar } from './world/banking-calendar.ts';
import type { Originator } from './world/originators.ts';
import type { Random } from './world/random.ts';

/** What a life is written with: its own randomness and the banking days of the window. */
export interface Scene {
  readonly random: Random;
  readonly calendar: BankingCalendar;
}

/** One entry before it has an account, a trace number and a batch. */
export interface Draft {
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
  readonly notice?: { readonly code: string; readonly of: Draft };
}

/** A recurring or occasional part of a life, over the whole window, oldest first. */
export type Stream = (scene: Scene) => Draft[];
