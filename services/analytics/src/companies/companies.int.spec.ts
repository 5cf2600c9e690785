import { addDays } from '@clearwatch/domain/calendar/day';
import { type FreshDatabase, freshDatabase } from '@clearwatch/infra-postgres/testing/fresh-database';
import { ProjectionService } from '../projection/projection.service.ts';
import { type LedgerEntry, TestLedger } from '../testing/a-ledger.ts';
import { type RunningAnalytics, startAnalytics } from '../testing/start-analytics.ts';

let database: FreshDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeAll(async () => {
  database = await freshDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'all' });
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

async function imported(entries: readonly LedgerEntry[]): Promise<number> {
  const importId = await ledger.import(entries);
  await analytics.app.get(ProjectionService, { strict: false }).project(importId);
  return importId;
}

const listed = async (query: string): Promise<string[]> =>
  (await analytics.get(`/api/companies/summary?${query}`)).body.map(
    ({ company }: { company: string }) => company,
  );
const detailsOf = (company: string) => analytics.get(`/api/companies/${encodeURIComponent(company)}/details`);

/** Pay of several members, every second Friday of the year before 2026-06-26. */
function payroll(members: number): LedgerEntry[] {
  return Array.from({ length: 26 * members }, (_, at) => ({
    account: `STAFF${at % members}`,
    lastName: `Staff${at % members}`,
    company: 'ACME PAYROLL',
    amount: '1500.00',
    type: 'Credit' as const,
    day: addDays('2026-06-26', -14 * Math.floor(at / members)),
  }));
}

describe('an empty ledger', () => {
  it('has no companies and zeros on its cards', async () => {
    const { status, headers, body } = await analytics.get('/api/companies/summary');
    expect([status, body, headers['x-total-count'], headers['x-as-of']]).toEqual([200, [], '0', 'none']);
    expect((await analytics.get('/api/companies/overview')).body).toEqual({
      asOf: null,
      companies: 0,
      totalMembers: 0,
      totalTransactions: 0,
      highRisk: 0,
    });
    expect((await analytics.get('/api/companies/unique-members')).body).toEqual({ uniqueMembers: 0 });
    expect((await detailsOf('ANY')).status).toBe(404);
  });
});

describe('companies of a ledger counted by hand', () => {
  beforeAll(async () => {
    await imported([
      ...payroll(10),
      {
        account: 'STAFF0',
        lastName: 'Staff0',
        company: 'LUCKY CASINO',
        amount: '20.00',
        type: 'Debit',
        day: '2026-06-26',
      },
      {
        account: 'STAFF0',
        lastName: 'Staff0',
        company: 'Café Ñandú / 100%',
        amount: '3.50',
        type: 'Debit',
        day: '2026-06-24',
      },
      {
        account: 'STAFF1',
        lastName: 'Staff1',
        company: 'Café Ñandú / 100%',
        amount: '0.00',
        type: 'Debit',
        day: '2026-06-25',
        kind: 'prenote',
      },
      {
        account: 'STAFF1',
        lastName: 'Staff1',
        company: 'DATELESS',
        amount: '7.00',
        type: 'Credit',
        day: null,
      },
    ]);
  });

  it('are listed with their figures over all time, the best partners first', async () => {
    const { headers, body } = await analytics.get('/api/companies/summary');
    expect([headers['x-total-count'], headers['x-as-of']]).toEqual(['4', '2026-06-26']);
    expect(body[0]).toEqual({
      company: 'ACME PAYROLL',
      memberCount: 10,
      totalTransactions: 260,
      totalCredits: '390000.00',
      totalDebits: '0.00',
      partnershipScore: expect.any(Number),
      riskLevel: 'low',
      lastActivityDate: '2026-06-26',
    });
    expect(body[0].partnershipScore).toBeGreaterThanOrEqual(80);
    // Reach 5.3 of one member, volume 1.1 of $1.73 a month at half, quality 15; medium risk takes 15.
    expect(body.at(-1)).toMatchObject({ company: 'LUCKY CASINO', riskLevel: 'medium', partnershipScore: 6 });
    expect(body.find(({ company }: { company: string }) => company === 'DATELESS')).toMatchObject({
      totalTransactions: 1,
      lastActivityDate: null,
    });
  });

  it('are sorted by any column, of equal ones by name', async () => {
    expect(await listed('sort=company&order=asc')).toEqual([
      'ACME PAYROLL',
      'Café Ñandú / 100%',
      'DATELESS',
      'LUCKY CASINO',
    ]);
    expect(await listed('sort=memberCount')).toEqual([
      'ACME PAYROLL',
      'Café Ñandú / 100%',
      'DATELESS',
      'LUCKY CASINO',
    ]);
    expect(await listed('sort=totalTransactions&order=asc')).toEqual([
      'Café Ñandú / 100%',
      'DATELESS',
      'LUCKY CASINO',
      'ACME PAYROLL',
    ]);
    expect(await listed('sort=totalCredits')).toEqual([
      'ACME PAYROLL',
      'DATELESS',
      'Café Ñandú / 100%',
      'LUCKY CASINO',
    ]);
    expect(await listed('sort=totalDebits&pageSize=2')).toEqual(['LUCKY CASINO', 'Café Ñandú / 100%']);
    expect(await listed('sort=riskLevel&pageSize=1')).toEqual(['LUCKY CASINO']);
    expect(await listed('sort=lastActivity&order=asc&page=2&pageSize=1')).toEqual(['Café Ñandú / 100%']);
  });

  it('are searched in every column that the list shows', async () => {
    for (const search of ['payroll', '390000.00', '$390,000', '260', 'acme PAY'])
      expect(await listed(`search=${encodeURIComponent(search)}`)).toEqual(['ACME PAYROLL']);
    expect(await listed('search=medium')).toEqual(['LUCKY CASINO']);
    expect(await listed(`search=${encodeURIComponent('cafe nandu')}`)).toEqual(['Café Ñandú / 100%']);
    expect(await listed(`company=${encodeURIComponent('0%')}`)).toEqual(['Café Ñandú / 100%']);
    expect(await listed('company=260')).toEqual([]);
    expect(await listed('search=%25%25')).toEqual([]);
  });

  it('are filtered by strict limits, and not by what is no number', async () => {
    expect(await listed('membersAbove=9')).toEqual(['ACME PAYROLL']);
    expect(await listed('membersAbove=10')).toEqual([]);
    expect(await listed('volumeAbove=3.50&volumeBelow=20')).toEqual(['DATELESS']);
    expect(await listed('debitsAbove=3.49&debitsBelow=3.51')).toEqual(['Café Ñandú / 100%']);
    expect((await listed('creditsBelow=7')).toSorted()).toEqual(['Café Ñandú / 100%', 'LUCKY CASINO']);
    expect((await listed('creditsAbove=abc&membersBelow=')).length).toBe(4);
    expect(await listed('riskLevel=medium')).toEqual(['LUCKY CASINO']);
  });

  it('are counted on the cards', async () => {
    expect((await analytics.get('/api/companies/overview')).body).toEqual({
      asOf: '2026-06-26',
      companies: 4,
      totalMembers: 10,
      totalTransactions: 263,
      highRisk: 0,
    });
    expect((await analytics.get('/api/companies/unique-members')).body).toEqual({ uniqueMembers: 10 });
  });

  it.each([
    'riskLevel=x',
    'sort=name',
    'order=1',
    'page=x',
    'pageSize=0',
    'search=%00',
    'membersAbove=1&membersAbove=2',
    'x=1',
  ])('refuse the question %s', async (query) => {
    expect((await analytics.get(`/api/companies/summary?${query}`)).status).toBe(400);
  });

  it('are shown to nobody without a signed identity', async () => {
    for (const path of ['summary', 'overview', 'unique-members', 'ACME%20PAYROLL/details'])
      expect((await analytics.http().get(`/api/companies/${path}`)).status).toBe(401);
  });
});

describe('the page of a company', () => {
  it('shows its weeks, months, types and members', async () => {
    const { status, headers, body } = await detailsOf('ACME PAYROLL');
    expect([status, headers['x-as-of']]).toEqual([200, '2026-06-26']);
    expect(body).toMatchObject({
      company: 'ACME PAYROLL',
      firstActivityDate: '2025-07-11',
      lastActivityDate: '2026-06-26',
      memberCount: 10,
      totalTransactions: 260,
      avgTransactionAmount: '1500.00',
      // 390,000 over the 351 days from the first to the last.
      riskMetrics: {
        riskLevel: 'low',
        averageDailyVolume: '1111.11',
        peakTransactionAmount: '1500.00',
        flags: [],
      },
      transactionTypes: [{ type: 'Checking Credit (22)', count: 260, totalAmount: '390000.00' }],
    });
    expect(body.weeklyData).toHaveLength(52);
    expect(body.weeklyData.at(-1)).toEqual({ week: '2026-06-22', credits: '15000.00', debits: '0.00' });
    expect(body.weeklyData.at(-2)).toEqual({ week: '2026-06-15', credits: '0.00', debits: '0.00' });
    expect(body.monthlyData).toHaveLength(12);
    expect(body.monthlyData[0]).toEqual({ month: '2025-07', transactionCount: 20 });
    expect(body.members).toHaveLength(10);
    // The ledger covers 351 days, which are 11.54 months.
    expect(body.members[0]).toMatchObject({
      accountNumber: 'STAFF0',
      displayName: 'Ana Staff0',
      transactionCount: 26,
      monthlyIncome: '3379.63',
      riskLevel: 'low',
    });
  });

  it('is found by the exact name, whatever signs are in it', async () => {
    const { body } = await detailsOf('Café Ñandú / 100%');
    expect(body).toMatchObject({ company: 'Café Ñandú / 100%', memberCount: 2, totalTransactions: 1 });
    expect(body.transactionTypes).toEqual([{ type: 'Checking Debit (27)', count: 1, totalAmount: '3.50' }]);
    for (const other of ['café ñandú / 100%', 'ACME%20PAYROLL', 'ACME PAYROLL ', "'; --"])
      expect((await detailsOf(other)).status).toBe(404);
    expect((await analytics.get('/api/companies/a%00/details')).status).toBe(400);
  });

  it('has no weeks for entries without a date', async () => {
    const { body } = await detailsOf('DATELESS');
    expect(body).toMatchObject({ firstActivityDate: null, weeklyData: [], monthlyData: [], memberCount: 1 });
    expect(body.riskMetrics).toMatchObject({ averageDailyVolume: '0.00', peakTransactionAmount: '7.00' });
  });

  it('says why a company is at risk', async () => {
    const { body } = await detailsOf('LUCKY CASINO');
    expect(body.riskMetrics).toMatchObject({
      riskLevel: 'medium',
      flags: ['High-risk line of business (gambling)'],
    });
  });
});

/** Entries that came back: the ledger's row, what is noted of it and, where known, the entry it speaks of. */
async function returned(
  company: string,
  codes: readonly (string | null)[],
  originalOf?: string,
): Promise<void> {
  const importId = await ledger.import(
    codes.map((_, at) => ({
      account: `BACK${at}`,
      lastName: 'Back',
      company,
      amount: '30.00',
      type: 'Debit' as const,
      kind: 'return' as const,
      day: '2026-06-20',
    })),
  );
  await ledger.client.query(
    `INSERT INTO ledger.entry_returns (return_id, account_number, kind, reason_code, original_trace, original_id)
     SELECT t.id, t.account_number, 'return', coalesce(($2::text[])[t.line], ''), '',
            (SELECT min(id) FROM ledger.transactions WHERE company = $3)
       FROM ledger.transactions t WHERE t.import_id = $1`,
    [importId, codes, originalOf ?? null],
  );
  await analytics.app.get(ProjectionService, { strict: false }).project(importId);
}

const debitsOf = (company: string, count: number, day = '2026-06-10'): LedgerEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    account: `PAID${at}`,
    lastName: 'Paid',
    company,
    amount: '30.00',
    type: 'Debit' as const,
    day,
  }));

describe('return rates', () => {
  it('are those of sixty days, held against Nacha’s limits', async () => {
    await imported([...debitsOf('GYM', 100), ...debitsOf('GYM', 50, '2026-04-27')]);
    await returned('GYM', ['R10', 'R05', 'R29', 'R02', 'R01', null]);
    const { body } = await detailsOf('GYM');
    expect(body.returnRates).toEqual([
      { sort: 'unauthorized', returns: 3, debits: 100, rate: '3.00', limit: '0.5', isAbove: true },
      { sort: 'administrative', returns: 1, debits: 100, rate: '1.00', limit: '3', isAbove: false },
      { sort: 'overall', returns: 6, debits: 100, rate: '6.00', limit: '15', isAbove: false },
    ]);
    expect(body.riskMetrics).toMatchObject({
      riskLevel: 'high',
      flags: ['Unauthorized return rate 3.0% (limit 0.5%)'],
    });
    expect(await listed('riskLevel=high')).toEqual(['GYM']);
  });

  it('count towards the company whose debit came back, whoever is named on the return', async () => {
    await imported(debitsOf('REAL NAME', 10));
    await returned('RETURNS DESK', ['R10', 'R10', 'R10'], 'REAL NAME');
    expect((await detailsOf('REAL NAME')).body.returnRates[0]).toMatchObject({ returns: 3, isAbove: true });
    expect((await detailsOf('RETURNS DESK')).body.returnRates[0]).toMatchObject({ returns: 0, rate: null });
  });

  it('leave a company when the entry that a return speaks of is found to be of another', async () => {
    await returned('DESK', ['R10', 'R10', 'R10']);
    expect((await detailsOf('DESK')).body.returnRates[0]).toMatchObject({ returns: 3 });
    await ledger.client.query(
      `UPDATE ledger.entry_returns SET original_id = (SELECT min(id) FROM ledger.transactions WHERE company = 'REAL NAME')
        WHERE return_id IN (SELECT id FROM ledger.transactions WHERE company = 'DESK')`,
    );
    await imported([{ account: 'ELSE', company: 'ELSE', amount: '1.00', type: 'Credit', day: '2026-06-01' }]);
    expect((await detailsOf('DESK')).body.returnRates[0]).toMatchObject({ returns: 0 });
    expect((await detailsOf('REAL NAME')).body.returnRates[0]).toMatchObject({ returns: 6 });
  });

  it('leave out returned credits, re-presented checks and notices that are no return', async () => {
    await imported(debitsOf('QUIET', 10));
    await returned('QUIET', ['R10', 'R10', 'R10', 'R10']);
    const quiet = `SELECT id FROM ledger.transactions WHERE company = 'QUIET' AND entry_kind = 'return' AND line =`;
    await ledger.client.query(
      `UPDATE ledger.transactions SET transaction_type = 'Credit' WHERE id IN (${quiet} 1)`,
    );
    await ledger.client.query(`UPDATE ledger.transactions SET class = 'RCK' WHERE id IN (${quiet} 2)`);
    await ledger.client.query(
      `UPDATE ledger.entry_returns SET kind = 'dishonored_return' WHERE return_id IN (${quiet} 3)`,
    );
    await imported(debitsOf('QUIET', 1));
    expect((await detailsOf('QUIET')).body.returnRates[2]).toMatchObject({ returns: 1, debits: 11 });
  });
});

describe('high alerts', () => {
  it('of three members, of four in all, make a company high, until they are decided to be nothing', async () => {
    await imported(debitsOf('SUSPECT', 4));
    const evidence = JSON.stringify({ entries: [{ company: 'SUSPECT' }, { company: 'SUSPECT' }] });
    const { rows } = await ledger.client.query<{ id: string }>(
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
         risk_level, description, evidence, rule_version, policy_version)
       SELECT 'structuring', 'PAID' || n, n, '2026-06-10', 30, 'high', 'Said so', $1::jsonb, 1, 1
         FROM generate_series(0, 2) AS n RETURNING id`,
      [evidence],
    );
    expect((await detailsOf('SUSPECT')).body.riskMetrics).toMatchObject({
      riskLevel: 'high',
      flags: ['In high-risk alerts of 3 members'],
    });
    await analytics.patch(`/api/unusual-activities/${rows[0]?.id}/review`, { outcome: 'explained' });
    expect((await detailsOf('SUSPECT')).body.riskMetrics).toMatchObject({ riskLevel: 'low', flags: [] });
    await ledger.client.query(`DELETE FROM analytics.unusual_activities`);
    expect((await detailsOf('SUSPECT')).body.riskMetrics.flags).toEqual([]);
  });
});

describe('a company that comes suddenly', () => {
  it('is flagged as a spray of debits', async () => {
    await imported(debitsOf('NEW SPRAY', 6, '2026-06-20'));
    expect((await detailsOf('NEW SPRAY')).body.riskMetrics).toMatchObject({
      riskLevel: 'high',
      flags: [
        'Debited 6 accounts within 3 days of first appearing',
        'New originator, many members at once (6 since 2026-06-20)',
        'Debits mostly on weekends (100.0%)',
      ],
    });
  });
});
