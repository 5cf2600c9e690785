import { COMPANY_FIXTURES, ListFiguresTestContext } from '../testing/list-figures-test-context.ts';

let context: ListFiguresTestContext;

beforeAll(async () => {
  context = await ListFiguresTestContext.start();
  await context.imported(COMPANY_FIXTURES);
});
afterAll(() => context.stop());

describe('company page', () => {
  it('the company page shows the company’s weeks, months, types and members', async () => {
    const { status, headers, body } = await context.detailsOf('ACME PAYROLL');
    expect([status, headers['x-as-of']]).toEqual([200, '2026-06-26']);
    expect(body).toMatchObject({
      company: 'ACME PAYROLL',
      firstActivityDate: '2025-07-11',
      lastActivityDate: '2026-06-26',
      memberCount: 10,
      totalTransactions: 260,
      avgTransactionAmount: '1500.00',
      // 390,000 over the 351 days from the first to the last entry.
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

  it('the company page is found by the exact name, which may contain any characters', async () => {
    const { body } = await context.detailsOf('Café Ñandú / 100%');
    expect(body).toMatchObject({ company: 'Café Ñandú / 100%', memberCount: 2, totalTransactions: 1 });
    expect(body.transactionTypes).toEqual([{ type: 'Checking Debit (27)', count: 1, totalAmount: '3.50' }]);
    for (const other of ['café ñandú / 100%', 'ACME%20PAYROLL', 'ACME PAYROLL ', "'; --"])
      expect((await context.detailsOf(other)).status).toBe(404);
    expect((await context.analytics.get('/api/companies/a%00/details')).status).toBe(400);
  });

  it('the company page counts only entries that moved money, for each member and in total', async () => {
    const { body } = await context.detailsOf('Café Ñandú / 100%');
    expect(
      body.members.map(({ accountNumber, transactionCount }: Record<string, unknown>) => [
        accountNumber,
        transactionCount,
      ]),
    ).toEqual([
      ['STAFF0', 1],
      ['STAFF1', 0],
    ]);
  });

  it('the company page shows the weeks before the newest day even if an entry has a date far in the future', async () => {
    const entry = { company: 'MISTYPED', amount: '5.00', type: 'Debit' as const };
    await context.imported([
      { ...entry, day: '2026-06-25' },
      { ...entry, day: '2062-06-25' },
    ]);
    const { body } = await context.detailsOf('MISTYPED');
    expect(body.lastActivityDate).toBe('2062-06-25');
    expect(body.weeklyData.at(-1)).toEqual({ week: '2026-06-22', credits: '0.00', debits: '5.00' });
    expect(body.monthlyData.at(-1)).toEqual({ month: '2026-06', transactionCount: 1 });
  });

  it('the company page shows no weeks for entries without a date', async () => {
    const { body } = await context.detailsOf('DATELESS');
    expect(body).toMatchObject({ firstActivityDate: null, weeklyData: [], monthlyData: [], memberCount: 1 });
    expect(body.riskMetrics).toMatchObject({ averageDailyVolume: '0.00', peakTransactionAmount: '7.00' });
  });

  it('the company page shows the line of business, or that it is unknown', async () => {
    expect((await context.detailsOf('LUCKY CASINO')).body).toMatchObject({
      lineOfBusiness: 'Gambling',
      lineOfBusinessSource: 'A word in the company name that is typical of this line of business',
    });
    expect((await context.detailsOf('MISTYPED')).body.lineOfBusiness).toBe('Unknown line of business');
  });

  it('the company page shows the line of business of most entries when the name does not indicate one', async () => {
    const wager = {
      account: 'PLAYER',
      lastName: 'Player',
      company: 'BETARENA SPORTS',
      type: 'Debit' as const,
    };
    const entry = (description: string) => ({ ...wager, description, amount: '25.00', day: '2026-06-22' });
    await context.imported([entry('WAGER'), entry('WAGER'), entry('SUBSCR')]);
    const { body } = await context.detailsOf('BETARENA SPORTS');
    expect(body).toMatchObject({
      lineOfBusiness: 'Gambling',
      lineOfBusinessSource: 'Descriptions of most of its entries in the last 90 days',
      riskMetrics: { riskLevel: 'medium', flags: ['High-risk line of business (gambling)'] },
    });
    await context.imported([entry('SUBSCR'), entry('SUBSCR')]);
    const { body: later } = await context.detailsOf('BETARENA SPORTS');
    expect(later).toMatchObject({
      lineOfBusiness: 'Unknown line of business',
      riskMetrics: { riskLevel: 'low', flags: [] },
    });
  });

  it('the company page shows why the company has a risk', async () => {
    const { body } = await context.detailsOf('LUCKY CASINO');
    expect(body.riskMetrics).toMatchObject({
      riskLevel: 'medium',
      flags: ['High-risk line of business (gambling)'],
    });
  });
});
