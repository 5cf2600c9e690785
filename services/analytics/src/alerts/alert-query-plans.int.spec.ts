import { jest } from '@jest/globals';
import { Client } from 'pg';
import { AlertsTestContext } from '../testing/alerts-test-context.ts';

/** Enough alerts that PostgreSQL uses an index if one fits, so a full scan in the plan means that no index fits. */
const ALERTS = 100_000;
const TABLE = 'unusual_activities';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Heap Fetches'?: number;
  Plans?: PlanNode[];
}

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start();
  const { client } = context.ledger;
  await client.query(
    `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
       risk_level, description, evidence, rule_version, policy_version, reviewed, review_outcome)
     SELECT CASE n % 3 WHEN 0 THEN 'structuring' WHEN 1 THEN 'large_credit' ELSE 'bec_pattern' END, 'ZX' || n % 20000, n,
            date '2026-01-01' + n % 300, n, CASE n % 10 WHEN 0 THEN 'high' WHEN 1 THEN 'medium' ELSE 'low' END,
            'Possible pattern of ' || md5(n::text), jsonb_build_object('said', repeat(md5(n::text), 20)), 1, 1,
            n % 2 = 0, CASE WHEN n % 1000 = 0 THEN 'suspicious' END
       FROM generate_series(1, ${ALERTS}) AS n`,
  );
  await client.query('VACUUM ANALYZE analytics.unusual_activities');
}, 120_000);
afterAll(() => context.stop());

/** Queries on the alert table during a request, each with its actual execution plan. */
async function plansOf(request: () => Promise<unknown>): Promise<PlanNode[]> {
  const spy = jest.spyOn(Client.prototype, 'query');
  let queries: { text: string; values: unknown[] }[];
  try {
    await request();
    queries = spy.mock.calls.map(([text, values]: unknown[]) => ({
      text: String(text),
      values: Array.isArray(values) ? values : [],
    }));
  } finally {
    spy.mockRestore();
  }
  const plans: PlanNode[] = [];
  for (const { text, values } of queries.filter((question) =>
    /^\s*(SELECT|WITH)[^]*(?:unusual_activities|counted_alerts)/.test(question.text),
  )) {
    const { rows } = await context.ledger.client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    plans.push(rows[0]['QUERY PLAN'][0].Plan);
  }
  return plans;
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Number of rows read from the table itself for a response. These rows are wide. */
function rowsRead(plans: readonly PlanNode[]): number {
  return plans
    .flatMap(nodesOf)
    .filter((node) => node['Relation Name'] === TABLE && node['Node Type'] !== 'Bitmap Index Scan')
    .map((node) =>
      node['Node Type'] === 'Index Only Scan'
        ? (node['Heap Fetches'] ?? 0)
        : ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1),
    )
    .reduce((sum, rows) => sum + rows, 0);
}

const get = (path: string) => async () => {
  expect((await context.analytics.get(path)).status).toBe(200);
};

describe('a hundred thousand alerts', () => {
  it.each([
    ['/api/unusual-activities/counts', 0],
    ['/api/unusual-activities?pageSize=50', 150],
    // No open alert has these values, which happens when analysts review the riskiest alerts first.
    ['/api/unusual-activities?riskLevel=high&reviewed=false&pageSize=50', 0],
    ['/api/unusual-activities?riskLevel=medium&reviewed=false&pageSize=50', 150],
    ['/api/unusual-activities?category=Structuring&pageSize=50', 1_000],
    ['/api/unusual-activities?sort=-activityDate&pageSize=50', 150],
    ['/api/unusual-activities?due=true&sort=sarDueOn&pageSize=50', 500],
    ['/api/unusual-activities?assignee=me&pageSize=50', 0],
    ['/api/unusual-activities?accountNumber=ZX77&pageSize=50', 50],
    ['/api/unusual-activities?search=ZX77&pageSize=50', 50],
    // A request from the command palette.
    ['/api/unusual-activities?id=77&pageSize=5', 2],
    ['/api/unusual-activities?activityType=structuring&search=ZX77&pageSize=5', 50],
    [`/api/unusual-activities?search=no%20such%20words&pageSize=50`, 50],
    ['/api/unusual-activities/77/surroundings', 50],
  ])('the request %s reads only the necessary alert rows (at most %i)', async (path, most) => {
    const plans = await plansOf(get(path));
    expect(plans.length).toBeGreaterThan(0);
    expect(rowsRead(plans)).toBeLessThanOrEqual(most);
  });

  it('a request for the next alert finds it without reading the other alerts', async () => {
    const plans = await plansOf(() => context.analytics.post('/api/unusual-activities/next'));
    expect(plans.length).toBeGreaterThan(0);
    expect(rowsRead(plans)).toBeLessThanOrEqual(20);
  });
});
