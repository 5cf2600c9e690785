import type { Period } from '@clearwatch/domain/calendar/period';
import { parseCents } from '@clearwatch/domain/money/cents';
import type { Contributor } from '@clearwatch/domain/report-writing/sections/what-changed-section';
import { reportScope } from '@clearwatch/domain/report-writing/testing/compose-report';
import { createTestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { Client } from 'pg';
import { type TestEntry, TextLedger } from '../../testing/text-ledger-fixtures.ts';
import type { LedgerReader } from '../queries/ledger-facts.ts';
import { ROLL_UP_SQL } from './rolled-up-ledger-fixtures.ts';

/** August compared with July, in a ledger that begins in May. */
export const QUERY_PERIODS = reportScope({ firstDay: '2026-05-01' });
const COMPANIES = ['ACME PAYROLL', 'CITY POWER', 'VENMO', 'OLD MILL', 'STATE UNIVERSITY', 'CORNER CAFE'] as const;
const CLASSES = ['PPD', 'WEB', 'CCD'] as const;
const KINDS = ['money', 'money', 'money', 'money', 'money', 'money', 'prenote', 'return'] as const;

export type Entry = Pick<
  TestEntry,
  'company' | 'account' | 'amount' | 'type' | 'kind' | 'code' | 'day' | 'class' | 'firstName' | 'lastName'
>;
export const ENTRIES: Entry[] = [
  ...someEntries(600),
  // Paid at least three members in each month through July, and no one in August.
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
  // Little activity with one large credit in August.
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
export const now = ENTRIES.filter(isIn(QUERY_PERIODS.period));
export const before = ENTRIES.filter(isIn(QUERY_PERIODS.previous));

/** Recounted names whose sums differ between the periods, largest change first. */
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

/** Entries for ten accounts from May to August, identical in every run. */
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
      // Some systems write a returned debit as a credit; only the code identifies the return.
      ...(kind === 'return' && { code: parseCents(entry.amount) % 3 === 0 ? '21' : '26' }),
      day: `2026-0${5 + next(4)}-${String(1 + next(28)).padStart(2, '0')}`,
      class: next(4) === 0 ? null : pick(CLASSES),
    });
  });
}

export interface RecountedLedger {
  /** Runs queries with the service's database role. */
  ledger: LedgerReader;
  owner: Client;
  stop(): Promise<void>;
}

/** A ledger with the recounted entries and their rollups, returns and alerts. */
export async function startRecountedLedger(): Promise<RecountedLedger> {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  const reader = new Client({ connectionString: database.urlFor('reports') });
  await owner.connect();
  await reader.connect();
  const ledger: LedgerReader = {
    query: async (sql, parameters) => (await reader.query<Row>(sql, parameters)).rows,
  };
  await new TextLedger(owner).import(ENTRIES);
  await owner.query(ROLL_UP_SQL.replaceAll('$AS_OF', `date '${QUERY_PERIODS.asOf}'`));
  await owner.query(`
    UPDATE ledger.members SET member_key = upper(first_name) || '|' || upper(last_name);
    INSERT INTO analytics.company_figures (company, sort_name, search_text, members, transactions, credits, debits, score, risk,
      first_day, last_day, details)
    SELECT company, lower(company), '', count(DISTINCT account_number), sum(entries), sum(credits), sum(debits), 70,
           CASE company WHEN 'VENMO' THEN 2 ELSE 0 END, min(first_day), max(last_day),
           '{"flags": ["Said so"], "returns": {"debits": 20, "unauthorized": 3, "administrative": 0, "all": 4}}'
      FROM analytics.company_accounts GROUP BY 1;
    INSERT INTO ledger.entry_returns (return_id, account_number, kind, reason_code, original_trace)
    SELECT id, account_number, 'return', CASE WHEN id % 3 = 0 THEN 'R10' ELSE 'R01' END, '' FROM ledger.transactions
     WHERE entry_kind = 'return'`);
  await alerted(owner, 1, {
    type: 'structuring',
    risk: 'high',
    account: '1000000001',
    amount: '9500.00',
    day: '2026-08-03',
  });
  await alerted(owner, 2, {
    type: 'mule_activity',
    risk: 'medium',
    account: '1000000001',
    amount: '9900.00',
    day: '2026-08-04',
  });
  await alerted(owner, 3, {
    type: 'structuring',
    risk: 'high',
    account: '1000000002',
    amount: '9700.00',
    day: '2026-08-05',
  });
  await alerted(owner, 4, {
    type: 'kiting_pattern',
    risk: 'low',
    account: '1000000003',
    amount: '10.00',
    day: '2026-05-06',
  });
  await alerted(owner, 5, {
    type: 'structuring',
    risk: 'high',
    account: '1000000004',
    amount: '8000.00',
    day: '2026-07-31',
    outcome: 'escalated',
  });
  await alerted(owner, 6, {
    type: 'structuring',
    risk: 'medium',
    account: '1000000005',
    amount: '8000.00',
    day: '2026-08-31',
    outcome: 'explained',
  });
  await owner.query(`INSERT INTO analytics.alert_companies VALUES (1, 'VENMO'), (3, 'VENMO'), (3, 'CITY POWER')`);
  return {
    ledger,
    owner,
    stop: async () => {
      await reader.end();
      await owner.end();
      await database.drop();
    },
  };
}

async function alerted(
  owner: Client,
  id: number,
  alert: { type: string; risk: string; account: string; amount: string; day: string; outcome?: string },
): Promise<void> {
  const figures = [
    {
      label: 'Amount of the credit',
      value: alert.amount,
      comparison: '>=',
      threshold: '5000.00',
      unit: 'USD',
      met: true,
    },
  ];
  const raised = new Date(2026, 8, 1, 12);
  const reviewed = alert.outcome === undefined ? null : new Date(2026, 8, 3, 12);
  await owner.query(
    `INSERT INTO analytics.unusual_activities (id, activity_type, account_number, transaction_id, activity_date, amount, risk_level,
       description, evidence, rule_version, policy_version, reviewed, review_outcome, created_at, reviewed_at)
     OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $1, $4, $5, $6, 'Said so', $7, 1, 1, $8, $9, $10, $11)`,
    [
      id,
      alert.type,
      alert.account,
      alert.day,
      alert.amount,
      alert.risk,
      JSON.stringify({ entries: [], companies: [{ company: 'VENMO' }], figures }),
      alert.outcome !== undefined,
      alert.outcome ?? null,
      raised,
      reviewed,
    ],
  );
}
