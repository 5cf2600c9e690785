import { MEMBER_SORTS, SORT_ORDERS } from '@clearwatch/contracts/sort-orders';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { jest } from '@jest/globals';
import { Client } from 'pg';
import { ProjectionService } from './projection/projection.service.ts';
import { randomEntries, TestLedger } from './testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, seededRandom, startAnalytics } from './testing/analytics-test-context.ts';

/** All read requests that the screens send. */
const READS = [
  '/api/metrics/30',
  '/api/transactions/chart/365',
  '/api/top-depositors/10/365',
  '/api/top-depositors/2000/365',
  '/api/unusual-activities?riskLevel=high&page=1&pageSize=50',
  '/api/unusual-activities?search=sample&outcome=none&assignee=me&memberId=1&from=2026-01-01&due=true&sort=sarDueOn',
  '/api/unusual-activities/counts',
  '/api/members?search=sample&riskLevel=low&incomeBand=low&activity=recent&sort=totalCredits&order=desc&page=1&pageSize=50',
  '/api/members?page=3&pageSize=5',
  '/api/members/count',
  '/api/members/summary',
  '/api/members/detail/Ana/Sample',
  '/api/members/1/overview',
  '/api/companies/summary?search=1&creditsAbove=1&sort=totalCredits',
  '/api/companies/overview',
  '/api/companies/unique-members',
  '/api/companies/COMPANY%201/details',
];

interface RecordedQuery {
  text: string;
  values: unknown[];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Schema?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: PlanNode[];
}

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'all', jobs: 'left' });
  const importId = await ledger.import(randomEntries(300, seededRandom(1)));
  await analytics.app.get(ProjectionService, { strict: false }).project(importId);
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

async function queriesOf(path: string): Promise<RecordedQuery[]> {
  const spy = jest.spyOn(Client.prototype, 'query');
  let queries: RecordedQuery[];
  try {
    expect((await analytics.get(path)).status).toBe(200);
    queries = spy.mock.calls.map((parameters: unknown[]) => ({
      text: String(parameters[0]),
      values: Array.isArray(parameters[1]) ? parameters[1] : [],
    }));
  } finally {
    spy.mockRestore();
  }
  // Excludes queries on a refresh's temporary tables, which no longer exist. Its ledger reads are separate queries.
  return queries.filter(({ text }) => /^\s*(SELECT|WITH)\b/.test(text) && !/touched_|summed/.test(text));
}

/** PostgreSQL always scans small tables, so scans are disabled. Any scan that remains is for a query that no index supports. */
async function planOf({ text, values }: RecordedQuery): Promise<PlanNode> {
  await ledger.client.query('SET enable_seqscan = off');
  const { rows } = await ledger.client.query(`EXPLAIN (VERBOSE, FORMAT JSON) ${text}`, values);
  return rows[0]['QUERY PLAN'][0].Plan;
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Plan nodes that read all ledger entries. */
function scansOf(plan: PlanNode): PlanNode[] {
  return nodesOf(plan).filter(
    (node) =>
      node['Relation Name'] === 'transactions' &&
      node['Index Cond'] === undefined &&
      node['Recheck Cond'] === undefined,
  );
}

it.each(READS)('the request %s is handled without a full scan of the ledger entries', async (path) => {
  const queries = await queriesOf(path);
  expect(queries.length).toBeGreaterThan(0);
  for (const query of queries) expect([query.text, scansOf(await planOf(query))]).toEqual([query.text, []]);
});

it('the member overview looks up entries by account, and the check detects a query that reads all entries', async () => {
  const [ofAccount] = (await queriesOf('/api/members/1/overview')).filter(({ text }) => text.includes('import_id'));
  if (ofAccount === undefined) throw new Error('the overview no longer queries imports');
  const reading = nodesOf(await planOf(ofAccount)).filter((node) => node['Relation Name'] === 'transactions');
  expect(reading.map((node) => node['Index Cond'] ?? node['Recheck Cond'])).toEqual([
    expect.stringContaining('account_number'),
  ]);
  const whole = await planOf({
    text: 'SELECT sum(amount) FROM ledger.transactions WHERE company = $1',
    values: ['X'],
  });
  expect(scansOf(whole)).toHaveLength(1);
});

/** PostgreSQL always sorts small tables, so sorting is discouraged. Any sort that remains is for an order that no index provides. */
async function planOfPage(path: string): Promise<PlanNode[]> {
  const [page] = (await queriesOf(path)).filter(({ text }) => text.startsWith('SELECT f.member_id FROM'));
  if (page === undefined) throw new Error(`${path} no longer looks for the members of its page first`);
  await ledger.client.query('SET enable_sort = off');
  try {
    return nodesOf(await planOf(page));
  } finally {
    await ledger.client.query('RESET enable_sort');
  }
}

// Uses pages of different sizes, because identical queries are sent only once.
it.each(MEMBER_SORTS.map((sort, at) => [sort, 3 + at] as const))(
  'a page of members sorted by %s is found through an index in both directions',
  async (sort, pageSize) => {
    for (const order of SORT_ORDERS) {
      const plan = await planOfPage(`/api/members?sort=${sort}&order=${order}&pageSize=${pageSize}`);
      expect(plan.filter((node) => node['Node Type'] === 'Sort')).toEqual([]);
    }
  },
);

it('a member search for two letters does not read the name index', async () => {
  const indexesFor = async (search: string) => {
    const queries = await queriesOf(`/api/members?search=${search}&pageSize=8`);
    const read: PlanNode[] = [];
    for (const query of queries) read.push(...nodesOf(await planOf(query)));
    return read.map((node) => node['Index Name']);
  };
  expect(await indexesFor('sample')).toContain('member_names_search');
  expect(await indexesFor('sa')).not.toContain('member_names_search');
});

it('the longest list of depositors reads the figures once and the alerts once', async () => {
  const queries = await queriesOf('/api/top-depositors/5000/364');
  const readsOf = (table: string) => queries.filter(({ text }) => text.includes(table));
  expect(readsOf('analytics.account_days')).toHaveLength(1);
  expect(readsOf('analytics.counted_alerts')).toHaveLength(1);
});
