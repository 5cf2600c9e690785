import { previousPeriod } from '@clearwatch/domain/calendar/period';
import { parseCents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { TestEntry } from '../../testing/ledger-of-texts.ts';
import { onTheEdges, steadyMember } from './entries-on-the-edges.ts';
import { AS_OF, FIRST_DAY, livedEntries } from './lived-entries.ts';

/** What tests of reports count a second time: plain loops over all entries. */
export const ENTRIES = [
  ...livedEntries(),
  ...steadyMember('2000000001', '3100.00'),
  ...steadyMember('2000000002', '2900.00'),
  ...onTheEdges(),
];
export const MONEY = ENTRIES.filter(({ kind }) => kind === 'money');
export const PERIOD = { firstDay: '2026-08-01', lastDay: AS_OF };
export const ASKED: ReportScope = {
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
  entries.filter((entry) => isIn(ASKED.previous, entry));
export const byAccount = Map.groupBy(MONEY, ({ account }) => account);
export const firstDayOf = (account: string) =>
  (byAccount.get(account) ?? []).map(({ day }) => day ?? '').toSorted()[0] ?? '';
