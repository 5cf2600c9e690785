import { type Day, epochDay } from '../calendar/day.ts';

/**
 * Everything is new in the first days of a ledger, so nothing is compared with normal activity until this many days
 * have passed.
 */
export const WARM_UP_DAYS = 45;

export const SPRAY_ACCOUNTS = 5;
/** Includes the day of the first appearance. */
export const SPRAY_DAYS = 3;
/** Share of all accounts that the company debits at any time. */
export const SPRAY_SHARE = 0.8;

export interface FirstAppearance {
  firstDay: Day;
  ledgerFirstDay: Day;
  accounts: number;
  /** Accounts first debited within `SPRAY_DAYS`. */
  initialAccounts: number;
}

/** Detection catalog, unauthorized_ach b. No spray is detected in the first 45 days of a ledger. */
export function isSpray({ firstDay, ledgerFirstDay, accounts, initialAccounts }: FirstAppearance): boolean {
  return (
    appearedAfterWarmUp({ firstDay, ledgerFirstDay }) &&
    initialAccounts >= SPRAY_ACCOUNTS &&
    initialAccounts >= SPRAY_SHARE * accounts
  );
}

export function appearedAfterWarmUp(first: Pick<FirstAppearance, 'firstDay' | 'ledgerFirstDay'>): boolean {
  return epochDay(first.firstDay) >= epochDay(first.ledgerFirstDay) + WARM_UP_DAYS;
}
