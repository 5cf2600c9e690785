import type { Period } from '@clearwatch/domain/calendar/period';
import { parseCents } from '@clearwatch/domain/money/cents';
import type { Contributor } from '@clearwatch/domain/report-writing/sections/change-contributors';
import { reportScope } from '@clearwatch/domain/report-writing/testing/compose-report';
import type { TestEntry } from '../../testing/ledger-of-texts.ts';

/** August against July, of a ledger from May on. */
export const ASKED = reportScope({ firstDay: '2026-05-01' });
const COMPANIES = [
  'ACME PAYROLL',
  'CITY POWER',
  'VENMO',
  'OLD MILL',
  'STATE UNIVERSITY',
  'CORNER CAFE',
] as const;
const CLASSES = ['PPD', 'WEB', 'CCD'] as const;
const KINDS = ['money', 'money', 'money', 'money', 'money', 'money', 'prenote', 'return'] as const;

export type Entry = Pick<
  TestEntry,
  'company' | 'account' | 'amount' | 'type' | 'kind' | 'code' | 'day' | 'class' | 'firstName' | 'lastName'
>;
export const ENTRIES: Entry[] = [
  ...someEntries(600),
  // Paid three members and more in July for the third month, and nobody in August.
  ...['0', '1', '2', '3'].flatMap((last) => [
    anEntry({ company: 'GONE FACTORY', account: `100000000${last}`, day: '2026-05-04' }),
    anEntry({ company: 'GONE FACTORY', account: `100000000${last}`, day: '2026-06-08' }),
    anEntry({ company: 'GONE FACTORY', account: `100000000${last}`, day: '2026-07-06', amount: '250.00' }),
  ]),
  ...['4', '5', '6'].map((last) =>
    anEntry({
      company: 'NEW DEBITS',
      account: `100000000${last}`,
      day: '2026-08-10',
      type: 'Debit',
      amount: '30.00',
    }),
  ),
  anEntry({ day: null }),
  // A quiet life with one large credit in August.
  ...['05-04', '05-18', '06-01', '06-15', '06-29', '07-13'].map((day) => calm({ day: `2026-${day}` })),
  calm({ day: '2026-08-20', company: 'ONYX IMPORTS', amount: '9999.99' }),
];

export const isMoney = ({ kind }: Entry) => kind === 'money';
const isIn =
  ({ firstDay, lastDay }: Period) =>
  ({ day }: Entry) =>
    day !== null && day >= firstDay && day <= lastDay;
export const sumOf = (entries: readonly Entry[], type: string) =>
  entries
    .filter((entry) => isMoney(entry) && entry.type === type)
    .reduce((sum, { amount }) => sum + parseCents(amount), 0);
export const countOf = (entries: readonly Entry[], type: string) =>
  entries.filter((entry) => isMoney(entry) && entry.type === type).length;
const daysOf = (entries: readonly Entry[], type: string) =>
  new Set(entries.filter((entry) => isMoney(entry) && entry.type === type).map(({ day }) => day)).size;
export const now = ENTRIES.filter(isIn(ASKED.period));
export const before = ENTRIES.filter(isIn(ASKED.previous));

/** Whose sums differ, counted one by one, the largest change first. */
export function byHand(of: (entry: Entry) => string, type: string): Omit<Contributor, 'accountNumber'>[] {
  const names = [...new Set(ENTRIES.map(of))];
  const movers = names.map((name) => {
    const own = (entries: readonly Entry[]) => entries.filter((entry) => of(entry) === name);
    return {
      name,
      nowCents: sumOf(own(now), type),
      beforeCents: sumOf(own(before), type),
      nowEntries: countOf(own(now), type),
      beforeEntries: countOf(own(before), type),
      nowDays: daysOf(own(now), type),
      beforeDays: daysOf(own(before), type),
    };
  });
  const size = ({ nowCents, beforeCents }: (typeof movers)[number]) => Math.abs(nowCents - beforeCents);
  return movers
    .filter((mover) => size(mover) > 0)
    .toSorted((left, right) => size(right) - size(left) || (left.name < right.name ? -1 : 1));
}

function calm(change: Partial<Entry>): Entry {
  return anEntry({
    account: '2000000099',
    firstName: 'Calm',
    lastName: 'Life',
    company: 'CALM CO',
    ...change,
  });
}

function anEntry(change: Partial<Entry> = {}): Entry {
  const account = change.account ?? '1000000000';
  return {
    company: 'ACME PAYROLL',
    account,
    amount: '100.00',
    type: 'Credit',
    kind: 'money',
    code: change.type === 'Debit' ? '27' : '22',
    day: '2026-06-01',
    class: 'PPD',
    firstName: 'Member',
    lastName: account.slice(-1),
    ...change,
  };
}

/** Entries of ten accounts from May to August, the same in every run. */
function someEntries(number: number): Entry[] {
  let state = 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const pick = <T>(list: readonly [T, ...T[]]): T => list[next(list.length)] ?? list[0];
  return Array.from({ length: number }, () => {
    const kind = pick(KINDS);
    const entry = {
      company: pick(COMPANIES),
      account: `100000000${next(10)}`,
      amount: kind === 'prenote' ? '0.00' : `${next(2_000)}.${String(next(100)).padStart(2, '0')}`,
      type: pick(['Credit', 'Debit'] as const),
    };
    return anEntry({
      ...entry,
      kind,
      // Some systems write a returned debit as a credit: the code alone says what came back.
      ...(kind === 'return' && { code: parseCents(entry.amount) % 3 === 0 ? '21' : '26' }),
      day: `2026-0${5 + next(4)}-${String(1 + next(28)).padStart(2, '0')}`,
      class: next(4) === 0 ? null : pick(CLASSES),
    });
  });
}
