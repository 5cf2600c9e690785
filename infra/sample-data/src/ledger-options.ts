import { SAMPLE_LEDGER } from '@clearwatch/contracts/imports.dto';
import { epochDay, isDay } from '@clearwatch/domain/calendar/day';

export interface LedgerOptions {
  /** The same options give the same bytes. */
  readonly seed: number;
  /** At least one for each account. */
  readonly transactions: number;
  readonly accounts: number;
  /** YYYY-MM-DD; the ledger ends on or just before it. */
  readonly lastDay: string;
  /** Calendar days: 45 to warm up the detectors, then more than a year by default. */
  readonly days?: number;
}

/** The sample ledger for an empty system. */
export const DEFAULT_LEDGER_OPTIONS: LedgerOptions = {
  seed: 1,
  transactions: SAMPLE_LEDGER.transactionCount,
  accounts: SAMPLE_LEDGER.accountCount,
  lastDay: '2026-11-18',
};

export const DEFAULT_DAYS = 420;
/** Behaviors need months of entries before them (dormant accounts, half a year without any) and weeks after them. */
const MIN_WINDOW_DAYS = 300;
const MAX_ACCOUNTS = 5_000_000;

export type LedgerWindow = ReturnType<typeof checkLedgerOptions>;

/** @throws RangeError with the option and its range */
export function checkLedgerOptions(options: LedgerOptions) {
  const { seed, transactions, accounts, lastDay, days = DEFAULT_DAYS } = options;
  checkWholeNumber('seed', seed, 0, 2 ** 32 - 1);
  checkWholeNumber('accounts', accounts, 1, MAX_ACCOUNTS);
  checkWholeNumber('transactions', transactions, accounts, Number.MAX_SAFE_INTEGER);
  checkWholeNumber('days', days, MIN_WINDOW_DAYS, 3_660);
  if (!isDay(lastDay)) throw new RangeError(`lastDay must be a date (YYYY-MM-DD), got ${lastDay}`);
  return { seed, transactions, accounts, lastDay: epochDay(lastDay), days };
}

function checkWholeNumber(name: string, value: number, low: number, high: number): void {
  if (Number.isSafeInteger(value) && value >= low && value <= high) return;
  throw new RangeError(`${name} must be a whole number from ${low} to ${high}, got ${value}`);
}
