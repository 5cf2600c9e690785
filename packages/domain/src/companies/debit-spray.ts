import { type Day, epochDay } from '../calendar/day.ts';

/** Everything is new in the first days of a ledger, so comparisons with a normal wait that long. */
export const WARM_UP_DAYS = 45;

export const SPRAY_ACCOUNTS = 5;
/** The day of the first appearance included. */
export const SPRAY_DAYS = 3;
/** Of all accounts that the company ever debits. */
export const SPRAY_SHARE = 0.8;

export interface FirstAppearance {
  firstDay: Day;
  ledgerFirstDay: Day;
  accounts: number;
  /** Accounts first debited within `SPRAY_DAYS`. */
  initialAccounts: number;
}

/** Detection catalogue, unauthorized_ach b. In the first 45 days of a ledger no company is a spray. */
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
