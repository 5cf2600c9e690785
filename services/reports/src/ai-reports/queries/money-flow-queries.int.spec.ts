import type { Period } from '@clearwatch/domain/calendar/period';
import type { Contributor } from '@clearwatch/domain/report-writing/sections/what-changed-section';
import { reportScope } from '@clearwatch/domain/report-writing/testing/compose-report';
import type { Client } from 'pg';
import {
  before,
  byHand,
  countOf,
  ENTRIES,
  type Entry,
  isMoney,
  now,
  QUERY_PERIODS,
  type RecountedLedger,
  startRecountedLedger,
  sumOf,
} from '../testing/counted-ledger-fixtures.ts';
import { REPORT_DEFINITIONS } from '../types/report-registry.ts';
import { queryAlerts, queryReviewWork } from './alert-queries.ts';
import type { LedgerReader } from './ledger-facts.ts';
import { queryCompanyChanges, queryContributions, queryFlows, queryReturns } from './money-flow-queries.ts';

let counted: RecountedLedger;
let ledger: LedgerReader;
let owner: Client;

beforeAll(async () => {
  counted = await startRecountedLedger();
  ({ ledger, owner } = counted);
});
afterAll(() => counted.stop());

test('money flows in a report are summed for both periods and for each month', async () => {
  const totals = (entries: readonly Entry[]) => ({
    creditCents: sumOf(entries, 'Credit'),
    debitCents: sumOf(entries, 'Debit'),
    credits: countOf(entries, 'Credit'),
    debits: countOf(entries, 'Debit'),
    entries: entries.length,
    activeAccounts: new Set(entries.filter(isMoney).map(({ account }) => account)).size,
  });
  const { months, ...flows } = await queryFlows(ledger, QUERY_PERIODS);
  expect(flows).toEqual({ now: totals(now), before: totals(before), undated: 1 });
  expect(months.map(({ month }) => month)).toEqual(['2026-05', '2026-06', '2026-07', '2026-08']);
  const may = ENTRIES.filter(({ day }) => day?.startsWith('2026-05'));
  expect(months[0]).toEqual({
    month: '2026-05',
    creditCents: sumOf(may, 'Credit'),
    debitCents: sumOf(may, 'Debit'),
    credits: countOf(may, 'Credit'),
    debits: countOf(may, 'Debit'),
  });
});

describe('contributions to a change', () => {
  const byName = ({ accountNumber, ...mover }: Contributor) => ({
    ...mover,
    name: accountNumber ?? mover.name,
  });

  test.each([
    ['companies', 'credits', ({ company }: Entry) => company],
    ['companies', 'debits', ({ company }: Entry) => company],
    ['members', 'credits', ({ account }: Entry) => account],
    ['members', 'debits', ({ account }: Entry) => account],
    ['classes', 'credits', (entry: Entry) => entry.class ?? 'none stated'],
    ['classes', 'debits', (entry: Entry) => entry.class ?? 'none stated'],
  ] as const)(
    'contributions by %s are the largest changes in %s, with numbers of entries and days',
    async (kind, direction, of) => {
      const expected = byHand(of, direction === 'credits' ? 'Credit' : 'Debit');
      const { largest, others } = (await queryContributions(ledger, QUERY_PERIODS))[direction][kind];
      expect(largest.map(byName)).toEqual(expected.slice(0, 10));
      expect(others).toBe(Math.max(0, expected.length - 10));
    },
  );

  test('contributions to a change in credits include member names', async () => {
    const { credits } = await queryContributions(ledger, QUERY_PERIODS);
    expect(credits.members.largest[0]?.name).toMatch(/^(?:Member \d|Calm Life)$/);
  });

  test('contributions are the largest sums of the period when the ledger does not cover the previous period', async () => {
    const young = reportScope({ firstDay: '2026-07-15' });
    const { largest } = (await queryContributions(ledger, young)).credits.companies;
    expect(largest.every(({ beforeCents, beforeEntries }) => beforeCents === 0 && beforeEntries === 0)).toBe(true);
    expect(largest[0]?.nowCents).toBe(Math.max(...largest.map(({ nowCents }) => nowCents)));
  });
});

test('company changes in a report list regular payers that stopped and new companies that collect from several members', async () => {
  expect(await queryCompanyChanges(ledger, QUERY_PERIODS)).toEqual({
    stoppedPaying: [],
    beganCollecting: [{ company: 'NEW DEBITS', cents: 9_000, entries: 3, members: 3 }],
  });
  const longer = { ...QUERY_PERIODS, previous: { firstDay: '2026-07-04', lastDay: '2026-07-31' } };
  expect((await queryCompanyChanges(ledger, longer)).stoppedPaying).toEqual([
    { company: 'GONE FACTORY', cents: 100_000, entries: 4, members: 4 },
  ]);
  await owner.query(`INSERT INTO analytics.alert_companies VALUES (5, 'GONE FACTORY')`);
  expect((await queryCompanyChanges(ledger, longer)).stoppedPaying).toEqual([]);
});

test('alerts in a report are dated by activity and sorted with open and high-risk alerts first', async () => {
  const alerts = await queryAlerts(ledger, QUERY_PERIODS);
  expect(alerts.serious.map(({ id }) => id)).toEqual([3, 1, 2, 6]);
  expect(alerts.serious[0]).toEqual({
    id: 3,
    activityType: 'structuring',
    riskLevel: 'high',
    reviewed: false,
    outcome: null,
    memberName: 'Member 2',
    accountNumber: '1000000002',
    amountCents: 970_000,
    day: '2026-08-05',
  });
  expect(alerts.groups).toContainEqual({
    activityType: 'structuring',
    riskLevel: 'high',
    reviewed: false,
    outcome: null,
    alerts: 2,
  });
  expect(alerts.before).toEqual([
    { activityType: 'structuring', riskLevel: 'high', reviewed: true, outcome: 'escalated', alerts: 1 },
  ]);
  expect(alerts.open).toEqual({ alerts: 4, high: 2, oldestDay: '2026-05-06' });
});

test('the alert review in a report lists open alerts by age and possible reports by due date', async () => {
  const { waiting, reportable, nextReportable, overdueAlerts, daysToReview } = await queryReviewWork(
    ledger,
    QUERY_PERIODS,
  );
  expect(waiting).toEqual([
    { age: 'longer', riskLevel: 'low', alerts: 1 },
    { age: 'month', riskLevel: 'high', alerts: 2 },
    { age: 'month', riskLevel: 'medium', alerts: 1 },
  ]);
  // Thirty days after the detection on September 1 at noon.
  expect(reportable.map(({ alert, dueDay }) => [alert.id, dueDay])).toEqual([[5, '2026-10-01']]);
  expect([nextReportable, overdueAlerts]).toEqual([reportable[0], 0]);
  const afterwards = await queryReviewWork(ledger, { ...QUERY_PERIODS, asOf: '2026-10-02' });
  expect([afterwards.nextReportable, afterwards.overdueAlerts]).toEqual([null, 1]);
  expect(daysToReview).toBe(2);
});

test('reports exclude decided alerts of an undone import', async () => {
  const facts = async () => ({
    alerts: await queryAlerts(ledger, QUERY_PERIODS),
    casework: await queryReviewWork(ledger, { ...QUERY_PERIODS, period: QUERY_PERIODS.previous }),
  });
  const before = await facts();
  expect(before.alerts.serious.map(({ id }) => id)).toContain(6);
  expect(before.casework).toMatchObject({ reportable: [{ alert: { id: 5 } }], daysToReview: 2 });
  await owner.query('UPDATE analytics.unusual_activities SET entries_gone = true WHERE id IN (1, 5, 6)');
  const { alerts, casework } = await facts();
  await owner.query('UPDATE analytics.unusual_activities SET entries_gone = false');
  // Open alerts still need a review even without their entries.
  expect(alerts.serious.map(({ id }) => id)).toEqual([3, 1, 2]);
  expect(alerts.groups.filter(({ reviewed }) => reviewed)).toEqual([]);
  expect([alerts.before, alerts.open]).toEqual([[], before.alerts.open]);
  expect(casework).toMatchObject({ reportable: [], daysToReview: null });
});

test('returned debits are counted by reason, including those that credit the account, and by company as on the company page', async () => {
  const { rows } = await owner.query<{ id: string; day: string }>(
    `SELECT id, event_date::text AS day FROM ledger.transactions WHERE entry_kind = 'return' AND transaction_code = '26'
        AND class IS DISTINCT FROM 'RCK'`,
  );
  const reasons = (period: Period) => {
    const own = rows.filter(({ day }) => day >= period.firstDay && day <= period.lastDay);
    const r10 = own.filter(({ id }) => Number(id) % 3 === 0).length;
    return [
      { code: 'R01', returns: own.length - r10 },
      { code: 'R10', returns: r10 },
    ]
      .filter(({ returns }) => returns > 0)
      .toSorted((left, right) => right.returns - left.returns);
  };
  const returns = await queryReturns(ledger, QUERY_PERIODS);
  expect(returns.now).toEqual(reasons(QUERY_PERIODS.period));
  expect(returns.before).toEqual(reasons(QUERY_PERIODS.previous));
  expect(returns.companies).toContainEqual({
    company: 'VENMO',
    tally: { debits: 20, unauthorized: 3, administrative: 0, all: 4 },
  });
});

describe('fraud detection report', () => {
  test('a fraud detection report counts members who share a company in their alerts, and states measured values', async () => {
    const { document, facts } = await REPORT_DEFINITIONS.fraud_detection.write(ledger, QUERY_PERIODS);
    const text = JSON.stringify(document);
    expect(text).toContain('Related alerts');
    expect(facts).toContainEqual(
      expect.objectContaining({
        label: expect.stringMatching(/^Members with high-risk alerts that name VENMO/),
        value: { kind: 'count', count: 2 },
      }),
    );
    expect(facts).toContainEqual(
      expect.objectContaining({
        label: 'Amount of the credit',
        source: 'Evidence for alert 3',
        value: { kind: 'money', cents: 970_000 },
      }),
    );
  });
});

describe('anomaly report', () => {
  const lateAugust = reportScope({
    ...QUERY_PERIODS,
    period: { firstDay: '2026-08-15', lastDay: '2026-08-31' },
  });
  const rowsOf = async (scope: typeof QUERY_PERIODS, title: string) => {
    const { document } = await REPORT_DEFINITIONS.anomaly_detection.write(ledger, scope);
    const blocks = document.sections.find((section) => section.title === title)?.blocks ?? [];
    return blocks.flatMap((block) =>
      block.kind === 'table' ? block.rows.map((row) => row.map(({ text }) => text)) : [],
    );
  };

  test("an anomaly report finds a payment far above a member's history that has no alert", async () => {
    expect(await rowsOf(lateAugust, 'Members compared with their own history')).toContainEqual([
      'Calm Life',
      '***0099',
      'credits',
      'Aug 20, 2026',
      '$9,999.99',
      '$100.00',
      'ONYX IMPORTS',
      'payroll',
      'none',
    ]);
  });

  test('an anomaly report ignores a large payment when the member has too little history', async () => {
    await owner.query(`DELETE FROM analytics.account_days WHERE account_number = '2000000099' AND day < '2026-06-01'`);
    expect(await rowsOf(lateAugust, 'Members compared with their own history')).not.toContainEqual(
      expect.arrayContaining(['Calm Life']),
    );
  });
});
