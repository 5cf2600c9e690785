import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics, TEST_TODAY, type TestUser } from '../testing/analytics-test-context.ts';

const GATEWAY: TestUser = { id: 1, name: 'gateway', role: 'Gateway' };

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database);
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});
beforeEach(async () => {
  await ledger.client.query('TRUNCATE analytics.ledger_days');
});

const days = (...held: [day: string, entries: number][]) =>
  ledger.client.query(
    `INSERT INTO analytics.ledger_days (day, credits, debits, credit_count, debit_count, entries)
     SELECT day::date, 0, 0, 0, 0, entries FROM unnest($1::text[], $2::int[]) AS h (day, entries)`,
    [held.map(([day]) => day), held.map(([, entries]) => entries)],
  );
const retained = async () => (await analytics.get('/internal/retention', GATEWAY)).body;

describe('the analytics service status', () => {
  it('the analytics status reports the newest ledger day, its version and the process', async () => {
    await days(['2026-03-02', 4], ['2026-11-19', 2], ['2031-01-01', 1]);
    const { status, body } = await analytics.get('/internal/status', GATEWAY);
    expect(status).toBe(200);
    expect(body).toMatchObject({ role: 'api', ledger: { version: 0, asOf: '2026-11-19' } });
    expect(body.checks).toEqual([
      { name: 'database', state: 'up', milliseconds: expect.any(Number) },
      { name: 'queue', state: 'up', milliseconds: expect.any(Number) },
    ]);
  });

  it('the analytics status is refused to every caller except the gateway', async () => {
    expect((await analytics.get('/internal/status')).status).toBe(403);
    expect((await analytics.get('/internal/retention', { id: 1, name: 'ada', role: 'Admin' })).status).toBe(403);
    expect((await analytics.http().get('/internal/status')).status).toBe(401);
  });

  it('the analytics status reports an empty ledger as empty', async () => {
    expect(await retained()).toEqual({
      count: 0,
      oldestDay: null,
      nextRemovalDay: null,
      nextRemovalCount: 0,
      withheldCount: 0,
      lastPurge: null,
    });
  });

  it('the analytics status reports which entries will reach seven years first', async () => {
    await days(['-infinity', 3], ['2020-02-29', 5], ['2020-03-01', 7], ['2026-01-01', 100]);
    expect(await retained()).toMatchObject({
      count: 115,
      oldestDay: '2020-02-29',
      nextRemovalDay: '2027-03-01',
      nextRemovalCount: 5,
    });
  });

  it('the analytics status reports how many entries are older than seven years today', async () => {
    await days(['2018-01-01', 5], ['2019-11-19', 7], ['2019-11-20', 11]);
    expect(await retained()).toMatchObject({
      count: 23,
      oldestDay: '2018-01-01',
      nextRemovalDay: TEST_TODAY,
      nextRemovalCount: 12,
    });
  });
});
