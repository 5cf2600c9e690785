import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { ProjectionService } from '../projection/projection.service.ts';
import { TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics } from '../testing/analytics-test-context.ts';

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'all', jobs: 'left' });
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

async function imported(entries: Parameters<TestLedger['import']>[0]): Promise<void> {
  await analytics.app.get(ProjectionService, { strict: false }).project(await ledger.import(entries));
}

describe('empty ledger', () => {
  it('the dashboard returns only zeros and no day for an empty ledger', async () => {
    const metrics = await analytics.get('/api/metrics/30');
    expect(metrics.status).toBe(200);
    expect(metrics.headers['x-as-of']).toBe('none');
    expect(metrics.body).toEqual({
      totalCredits: '0.00',
      previousPeriodCredits: '0.00',
      totalDebits: '0.00',
      previousPeriodDebits: '0.00',
      activeMembers: 0,
      previousActiveMembers: 0,
      asOf: null,
    });
    expect((await analytics.get('/api/transactions/chart/365')).body).toEqual([]);
    expect((await analytics.get('/api/top-depositors/10/365')).body).toEqual([]);
  });
});

describe('dashboard figures', () => {
  beforeAll(async () => {
    await imported([
      { account: 'A', amount: '100.00', type: 'Credit', day: '2026-06-30' },
      { account: 'A', amount: '40.10', type: 'Debit', day: '2026-06-01' },
      { account: 'A', amount: '0.05', type: 'Credit', day: '2026-06-01', kind: 'return' },
      { account: 'A', amount: '0.00', type: 'Credit', day: '2026-06-02', kind: 'prenote' },
      { account: 'B', amount: '7.00', type: 'Credit', day: '2026-05-31', lastName: 'Other' },
      { account: 'B', amount: '5.00', type: 'Debit', day: '2026-05-02', lastName: 'Other' },
      { account: 'C', amount: '1.00', type: 'Credit', day: '2026-05-01', lastName: 'Third' },
      { account: 'C', amount: '9999.00', type: 'Credit', day: null, lastName: 'Third' },
      { account: 'C', amount: '8888.00', type: 'Credit', day: '2026-11-21', lastName: 'Third' },
    ]);
  });

  it('every dashboard period ends on the newest day that is not in the future', async () => {
    const { headers, body } = await analytics.get('/api/metrics/30');
    expect(headers['x-as-of']).toBe('2026-06-30');
    expect(body).toEqual({
      totalCredits: '100.00',
      previousPeriodCredits: '7.00',
      totalDebits: '40.10',
      previousPeriodDebits: '5.00',
      activeMembers: 1,
      previousActiveMembers: 1,
      asOf: '2026-06-30',
    });
  });

  it('the transaction chart has one point per week of the period, with zeros for weeks without activity', async () => {
    const { headers, body } = await analytics.get('/api/transactions/chart/30');
    expect(headers['x-as-of']).toBe('2026-06-30');
    expect(body).toEqual([
      { week: '2026-06-01', credits: '0.00', debits: '40.10' },
      { week: '2026-06-08', credits: '0.00', debits: '0.00' },
      { week: '2026-06-15', credits: '0.00', debits: '0.00' },
      { week: '2026-06-22', credits: '0.00', debits: '0.00' },
      { week: '2026-06-29', credits: '100.00', debits: '0.00' },
    ]);
  });

  it('the transaction chart counts only days in the period for a week that began before it', async () => {
    const { body } = await analytics.get('/api/transactions/chart/31');
    expect(body[0]).toEqual({ week: '2026-05-25', credits: '7.00', debits: '0.00' });
  });

  it('depositors are ranked by the amount received, and monthly figures use the months that the ledger covers', async () => {
    const { body } = await analytics.get('/api/top-depositors/2/365');
    expect(body.map(({ accountNumber }: { accountNumber: string }) => accountNumber)).toEqual(['A', 'B']);
    // 61 days are 2.0055 months.
    expect(body[0]).toMatchObject({
      firstName: 'Ana',
      lastName: 'Sample',
      company: 'ACME STORES',
      accountNumbers: ['A'],
      totalCredits: '100.00',
      totalDebits: '40.10',
      transactionCount: 2,
      monthlyIncome: '49.86',
      monthlyBills: '20.00',
      incomeToDebtRatio: '40.1',
      riskLevel: 'low',
      lastActivityDate: '2026-06-30',
    });
  });

  it.each(['2000', '5000'])(
    'a list of up to %s depositors has the same ranks and figures as the short list',
    async (limit) => {
      const { status, body } = await analytics.get(`/api/top-depositors/${limit}/365`);
      expect(status).toBe(200);
      expect(body).toEqual((await analytics.get('/api/top-depositors/100/365')).body);
      expect(body.map(({ totalCredits }: { totalCredits: string }) => totalCredits)).toEqual([
        '100.00',
        '7.00',
        '1.00',
      ]);
    },
  );

  it('dashboard figures are updated after the next import', async () => {
    await imported([{ account: 'A', amount: '1.00', type: 'Credit', day: '2026-07-01' }]);
    const { body } = await analytics.get('/api/metrics/30');
    expect(body).toMatchObject({ totalCredits: '101.00', asOf: '2026-07-01' });
  });

  it('each dashboard figure is computed once for many simultaneous requests', async () => {
    await imported([{ account: 'A', amount: '1.00', type: 'Credit', day: '2026-07-02' }]);
    const answers = await Promise.all(Array.from({ length: 40 }, () => analytics.get('/api/metrics/90')));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    const { rows } = await ledger.client.query(`SELECT name FROM analytics.figures WHERE name = 'metrics.2/dashboard'`);
    expect(rows).toHaveLength(1);
  });

  it('the dashboard serves more simultaneous figures than there are database connections', async () => {
    const days = Array.from({ length: 40 }, (_, index) => index + 100);
    const answers = await Promise.all(days.map((period) => analytics.get(`/api/metrics/${period}`)));
    expect(answers.map(({ status }) => status)).toEqual(days.map(() => 200));
  });

  it('the dashboard returns a cached figure until the day changes', async () => {
    await ledger.client.query(
      `UPDATE analytics.figures SET body = jsonb_set(body, '{90,totalCredits}', '"123.45"') WHERE name = 'metrics.2/dashboard'`,
    );
    expect((await analytics.get('/api/metrics/90')).body.totalCredits).toBe('123.45');
    await ledger.client.query(`UPDATE analytics.figures SET today = today - 1`);
    expect((await analytics.get('/api/metrics/90')).body.totalCredits).not.toBe('123.45');
  });
});

describe('depositor list', () => {
  it('the depositor list contains all members for a member summary, and the first hundred when a hundred are requested', async () => {
    await imported(
      Array.from({ length: 120 }, (_, n) => ({
        account: `M${n}`,
        amount: `${1000 + n}.00`,
        type: 'Credit' as const,
        day: '2026-07-02',
      })),
    );
    const listed = async (limit: number): Promise<string[]> =>
      (await analytics.get(`/api/top-depositors/${limit}/365`)).body.map(
        ({ accountNumber }: { accountNumber: string }) => accountNumber,
      );
    const [all, hundred] = [await listed(2000), await listed(100)];
    expect(all).toHaveLength(123);
    expect(all.slice(0, 2)).toEqual(['M119', 'M118']);
    expect(hundred).toEqual(all.slice(0, 100));
  });
});

describe('dashboard parameters', () => {
  it.each(['0', '3661', '-1', '1.5', 'abc', '99999999999999999999'])(
    'a dashboard period of %s days is refused with a message',
    async (days) => {
      for (const path of ['metrics', 'transactions/chart', 'top-depositors/10']) {
        const { status, text } = await analytics.get(`/api/${path}/${days}`);
        expect(status).toBe(400);
        expect(text).toBe('The period in days must be a whole number from 1 to 3660.');
      }
    },
  );

  it.each(['0', '5001', 'x'])('a list of %s depositors is refused', async (limit) => {
    const { status, text } = await analytics.get(`/api/top-depositors/${limit}/365`);
    expect(status).toBe(400);
    expect(text).toBe('The limit must be a whole number from 1 to 5000.');
  });

  it('the dashboard accepts the longest period', async () => {
    expect((await analytics.get('/api/transactions/chart/3660')).status).toBe(200);
  });
});

describe('access to the dashboard', () => {
  const paths = [
    '/api/metrics/30',
    '/api/transactions/chart/30',
    '/api/top-depositors/10/365',
    '/api/unusual-activities',
  ];

  it.each(paths)('a request to %s is refused without an identity', async (path) => {
    expect((await analytics.http().get(path)).status).toBe(401);
  });

  it.each(paths)('a request to %s is refused with a forged identity', async (path) => {
    const forged = 'eyJhbGciOiJub25lIn0.eyJ1c2VybmFtZSI6ImEiLCJyb2xlIjoiQWRtaW4iLCJyaWQiOiJ4In0.';
    expect((await analytics.http().get(path).set('x-clearwatch-identity', forged)).status).toBe(401);
  });

  it.each(paths)('a request to %s is open to users and admins, and refused to the gateway', async (path) => {
    expect((await analytics.get(path)).status).toBe(200);
    expect((await analytics.get(path, { id: 1, name: 'admin', role: 'Admin' })).status).toBe(200);
    expect((await analytics.get(path, { id: 0, name: 'gateway', role: 'Gateway' })).status).toBe(403);
  });
});
