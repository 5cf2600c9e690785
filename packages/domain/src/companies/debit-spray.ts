import { type Day, epochDay } from '../calendar/day.ts';

/** In the first days of a ledger everything is new; rules that compare with a normal stay silent that long. */
export const WARM_UP_DAYS = 45;

/** A spray reaches at least so many accounts … */
export const SPRAY_ACCOUNTS = 5;
/** … within so many days of its first appearance, the first included … */
export const SPRAY_DAYS = 3;
/** … which are at least this share of all accounts it ever debits. */
export const SPRAY_SHARE = 0.8;

/** How a company arrived. */
export interface FirstAppearance {
  /** Day of its first entry in the ledger. */
  firstDay: Day;
  /** Day of the ledger's first entry. */
  ledgerFirstDay: Day;
  /** Accounts it has debited. */
  accounts: number;
  /** Those of them whose first debit came within the first 3 days. */
  accountsAtOnce: number;
}

/**
 * Whether a company arrived as a spray of debits: within 3 days of its first appearance it debited at least 5 accounts,
 * 80 % of all it ever debits (detection catalogue, unauthorized_ach b). In the first 45 days of a ledger every company is
 * new, and none is a spray.
 */
export function isSpray({ firstDay, ledgerFirstDay, accounts, accountsAtOnce }: FirstAppearance): boolean {
  return (
    appearedAfterWarmUp({ firstDay, ledgerFirstDay }) &&
    accountsAtOnce >= SPRAY_ACCOUNTS &&
    accountsAtOnce >= SPRAY_SHARE * accounts
  );
}

/** Whether a company was first seen late enough for its being new to mean something. */
export function appearedAfterWarmUp({
  firstDay,
  ledgerFirstDay,
}: Pick<FirstAppearance, 'firstDay' | 'ledgerFirstDay'>): boolean {
  return epochDay(firstDay) >= epochDay(ledgerFirstDay) + WARM_UP_DAYS;
}
