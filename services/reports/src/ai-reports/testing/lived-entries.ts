import { addDays } from '@clearwatch/domain/calendar/day';
import type { TestEntry } from '../../testing/ledger-of-texts.ts';

export const FIRST_DAY = '2026-01-01';
export const AS_OF = '2026-08-31';
const DAYS = 243;

type Life = Pick<TestEntry, 'company' | 'description' | 'type' | 'class' | 'kind'>;
const credit = (company: string, description: string, change: Partial<Life> = {}): Life => ({
  company,
  description,
  type: 'Credit',
  class: 'PPD',
  kind: 'money',
  ...change,
});
const debit = (company: string, description: string, change: Partial<Life> = {}): Life =>
  credit(company, description, { type: 'Debit', ...change });

const LIVES: readonly Life[] = [
  credit('RIVERTON SCHOOLS', 'PAYROLL'),
  credit('HARBOR MOTORS', 'PAYROLL'),
  credit('VENMO', 'PAYMENT'),
  credit('PENSION NORDEN', 'PENSION', { class: 'IAT' }),
  debit('VENMO', 'PAYMENT'),
  debit('NORTHSTAR BANK', 'TRANSFER'),
  debit('COINBAY CRYPTO', 'PURCHASE'),
  debit('KEYSTONE LENDING', 'MTG PYMT'),
  debit('CITY WATER UTIL', 'WATER BILL'),
  debit('CITY WATER UTIL', 'WATER BILL', { kind: 'return' }),
  credit('RIVERTON SCHOOLS', 'PAYROLL', { kind: 'prenote' }),
];

/** Sixty accounts over eight months, some of which come late or go quiet, from a fixed sequence of random numbers. */
export function livedEntries(): TestEntry[] {
  const random = numbers(7);
  const entries: TestEntry[] = [];
  for (let member = 0; member < 60; member += 1) {
    const from = member % 4 === 0 ? Math.floor(random() * 230) : Math.floor(random() * 20);
    const to = member % 5 === 0 ? Math.min(DAYS - 1, from + 40 + Math.floor(random() * 170)) : DAYS - 1;
    const count = 1 + Math.floor(random() * 30);
    for (let k = 0; k < count; k += 1) {
      const life = LIVES[Math.floor(random() * LIVES.length)] ?? LIVES[0];
      if (life === undefined) continue;
      const cents = life.kind === 'prenote' ? 0 : 100 + Math.floor(random() * 200_000);
      entries.push({
        ...life,
        firstName: `Ana${member}`,
        lastName: 'Sample',
        account: String(1_000_000_000 + member),
        amount: (cents / 100).toFixed(2),
        code: life.type === 'Credit' ? '22' : '27',
        trace: null,
        addenda: null,
        batch: null,
        day: addDays(FIRST_DAY, from + Math.floor(random() * (to - from + 1))),
      });
    }
  }
  return entries;
}

/** Park and Miller's minimal generator: the same numbers on every machine. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
