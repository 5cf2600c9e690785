import { addDays } from '@clearwatch/domain/calendar/day';
import type { LedgerEntry } from './a-ledger.ts';

interface Person {
  account: string;
  firstName: string;
  lastName: string;
}

/** A year of ordinary life: pay every second week, rent, groceries, a tax refund. Nothing of it is unusual. */
export function ordinaryLife(person: Person, firstDay = '2026-01-02'): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (let week = 0; week < 44; week += 1) {
    const day = addDays(firstDay, week * 7);
    entries.push({
      ...person,
      company: 'CITY GROCERS',
      amount: '84.20',
      type: 'Debit',
      day: addDays(day, 2),
    });
    if (week % 2 === 0)
      entries.push({
        ...person,
        company: 'NORTH MILL',
        amount: '1850.00',
        type: 'Credit',
        day,
        description: 'PAYROLL',
      });
    if (week % 4 === 0)
      entries.push({
        ...person,
        company: 'OAK RENTALS',
        amount: '1200.00',
        type: 'Debit',
        day: addDays(day, 1),
      });
  }
  entries.push({
    ...person,
    company: 'IRS TREAS 310',
    amount: '9400.00',
    type: 'Credit',
    day: addDays(firstDay, 80),
    description: 'TAX REF',
  });
  return entries;
}

/** Four deposits just below $10,000 within a week by senders nobody knows, none of them round. */
export function structuredDeposits(person: Person, firstDay: string): LedgerEntry[] {
  return ['9500.10', '9199.90', '9800.10', '9099.90'].map((amount, index) => ({
    ...person,
    company: `DEPOSIT SOURCE ${index}`,
    amount,
    type: 'Credit' as const,
    day: addDays(firstDay, index * 2),
  }));
}

/** Thirty small debits of one company on four days of an account that has one a week; never ten on a day. */
export function burstOfDebits(person: Person, firstDay: string): LedgerEntry[] {
  return Array.from({ length: 30 }, (_, index) => ({
    ...person,
    company: 'GAME CREDITS',
    amount: '19.99',
    type: 'Debit' as const,
    day: addDays(firstDay, index % 4),
  }));
}

export function largeCredit(person: Person, day: string): LedgerEntry {
  return { ...person, company: 'UNHEARD OF HOLDINGS', amount: '48000.00', type: 'Credit', day };
}

export function aPerson(number: number): Person {
  return {
    account: `50000000${String(number).padStart(2, '0')}`,
    firstName: `Test${number}`,
    lastName: 'Sampleton',
  };
}
