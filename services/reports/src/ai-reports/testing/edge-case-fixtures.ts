import { addDays } from '@clearwatch/domain/calendar/day';
import { previousPeriod } from '@clearwatch/domain/calendar/period';
import { parseCents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { TestEntry } from '../../testing/text-ledger-fixtures.ts';

/** $4,000.00 in pay and a $1,000.00 mortgage payment every month, but different pay in May. */
function steadyMember(account: string, payOfMay: string): TestEntry[] {
  return ['01', '02', '03', '04', '05', '06', '07', '08'].flatMap((month) => {
    const common = { account, firstName: 'Eva', lastName: 'Steady', kind: 'money' as const, class: 'PPD' };
    const rest = { trace: null, addenda: null, batch: null };
    const pay = month === '05' ? payOfMay : '4000.00';
    return [
      {
        ...common,
        ...rest,
        company: 'RIVERTON SCHOOLS',
        description: 'PAYROLL',
        type: 'Credit' as const,
        code: '22',
        amount: pay,
        day: `2026-${month}-15`,
      },
      {
        ...common,
        ...rest,
        company: 'KEYSTONE LENDING',
        description: 'MTG PYMT',
        type: 'Debit' as const,
        code: '27',
        amount: '1000.00',
        day: `2026-${month}-20`,
      },
    ];
  });
}

/** Members whose only entries are just inside or outside the periods, with amounts larger than those of other members. */
function edgeCaseEntries(): TestEntry[] {
  const days = ['2026-06-30', '2026-07-01', '2026-07-31', '2026-08-01', '2026-08-31'];
  return days.flatMap((day, index) => {
    const of = (account: number, change: Partial<TestEntry>): TestEntry => ({
      account: String(account + index),
      firstName: 'Edgar',
      lastName: 'Edge',
      company: 'VENMO',
      description: 'PAYMENT',
      type: 'Debit',
      kind: 'money',
      class: 'PPD',
      code: '27',
      trace: null,
      addenda: null,
      batch: null,
      amount: `${9_000 + index}.00`,
      day,
      ...change,
    });
    return [
      of(3_000_005_001, {}),
      of(3_000_006_001, {
        type: 'Credit',
        company: 'PENSION NORDEN',
        class: 'IAT',
        amount: `${7_000 + index}.00`,
      }),
    ];
  });
}

const FIRST_DAY = '2026-01-01';
export const AS_OF = '2026-08-31';
const DAYS = 243;

type Persona = Pick<TestEntry, 'company' | 'description' | 'type' | 'class' | 'kind'>;
const credit = (company: string, description: string, change: Partial<Persona> = {}): Persona => ({
  company,
  description,
  type: 'Credit',
  class: 'PPD',
  kind: 'money',
  ...change,
});
const debit = (company: string, description: string, change: Partial<Persona> = {}): Persona =>
  credit(company, description, { type: 'Debit', ...change });

const PERSONAS: readonly Persona[] = [
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

/** Sixty accounts over eight months, some of them new or quiet, generated from a fixed random sequence. */
function ordinaryEntries(): TestEntry[] {
  const random = numbers(7);
  const entries: TestEntry[] = [];
  for (let member = 0; member < 60; member += 1) {
    const from = member % 4 === 0 ? Math.floor(random() * 230) : Math.floor(random() * 20);
    const to = member % 5 === 0 ? Math.min(DAYS - 1, from + 40 + Math.floor(random() * 170)) : DAYS - 1;
    const count = 1 + Math.floor(random() * 30);
    for (let k = 0; k < count; k += 1) {
      const life = PERSONAS[Math.floor(random() * PERSONAS.length)] ?? PERSONAS[0];
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

/** Park and Miller's minimal random number generator, which returns the same numbers on every machine. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export const ENTRIES = [
  ...ordinaryEntries(),
  ...steadyMember('2000000001', '3100.00'),
  ...steadyMember('2000000002', '2900.00'),
  ...edgeCaseEntries(),
];
export const MONEY = ENTRIES.filter(({ kind }) => kind === 'money');
export const PERIOD = { firstDay: '2026-08-01', lastDay: AS_OF };
export const REPORT_PERIODS: ReportScope = {
  period: PERIOD,
  previous: previousPeriod(PERIOD),
  asOf: AS_OF,
  firstDay: ENTRIES.map(({ day }) => day ?? AS_OF).toSorted()[0] ?? FIRST_DAY,
  prompt: null,
};

const isIn = ({ firstDay, lastDay }: ReportScope['period'], { day }: TestEntry) =>
  day !== null && day >= firstDay && day <= lastDay;
export const sum = (entries: readonly TestEntry[]) =>
  entries.reduce((cents, { amount }) => cents + parseCents(amount), 0);
export const accountsIn = (entries: readonly TestEntry[]) => new Set(entries.map(({ account }) => account));
export const of = (type: TestEntry['type'], entries: readonly TestEntry[] = MONEY) =>
  entries.filter((entry) => entry.type === type);
export const now = (entries: readonly TestEntry[]) => entries.filter((entry) => isIn(PERIOD, entry));
export const before = (entries: readonly TestEntry[]) =>
  entries.filter((entry) => isIn(REPORT_PERIODS.previous, entry));
export const byAccount = Map.groupBy(MONEY, ({ account }) => account);
export const firstDayOf = (account: string) =>
  (byAccount.get(account) ?? []).map(({ day }) => day ?? '').toSorted()[0] ?? '';
