import { ListFiguresTestContext, MEMBER_FIXTURES } from '../testing/list-figures-test-context.ts';

let context: ListFiguresTestContext;

beforeAll(async () => {
  context = await ListFiguresTestContext.start();
  await context.imported(MEMBER_FIXTURES);
  await context.imported([{ account: 'OLD', lastName: 'Old', amount: '1.00', type: 'Credit', day: '2026-07-01' }]);
});
afterAll(() => context.stop());

describe('member overview', () => {
  it('the member overview lists the account’s companies, alerts and files', async () => {
    const importId = await context.imported([
      { account: 'ANA2', company: 'BILLS', amount: '5.00', type: 'Credit', day: '2026-06-15' },
      { account: 'ANA2', company: 'PAYROLL', amount: '900.00', type: 'Credit', day: '2026-06-20' },
    ]);
    const alertId = await context.alerted({ account: 'ANA2', risk: 'high', day: '2026-06-20' });
    const { status, body } = await context.analytics.get(`/api/members/${await context.idOf('ANA2')}/overview`);
    expect(status).toBe(200);
    expect(body.companies).toEqual([
      {
        company: 'PAYROLL',
        credits: '900.00',
        debits: '0.00',
        entries: 1,
        firstDay: '2026-06-20',
        lastDay: '2026-06-20',
      },
      {
        company: 'BILLS',
        credits: '5.00',
        debits: '10.00',
        entries: 2,
        firstDay: '2026-05-01',
        lastDay: '2026-06-15',
      },
    ]);
    expect(body).toMatchObject({ companyCount: 2, alertCount: 1, importCount: 2, asOf: '2026-07-01' });
    expect(body.alerts).toEqual([
      {
        id: alertId,
        activityType: 'structuring',
        riskLevel: 'high',
        amount: '100.00',
        activityDate: '2026-06-20',
        description: 'Said so',
        reviewed: false,
      },
    ]);
    expect(body.imports[0]).toMatchObject({ importId, fileName: 'test.json', entries: 2 });
  });

  it('the member overview compares thirty days with normal activity and the year with other members', async () => {
    await context.imported(
      ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'].flatMap((month) => [
        {
          account: 'USUAL',
          lastName: 'Usual',
          amount: '1000.00',
          type: 'Credit' as const,
          day: `${month}-10`,
        },
        { account: 'USUAL', lastName: 'Usual', amount: '400.00', type: 'Debit' as const, day: `${month}-11` },
      ]),
    );
    await context.imported(
      Array.from({ length: 20 }, (_, at) => ({
        account: `PEER${at}`,
        lastName: 'Peer',
        amount: '10.00',
        type: 'Credit' as const,
        day: '2026-06-01',
      })),
    );
    const { body } = await context.analytics.get(`/api/members/${await context.idOf('USUAL')}/overview`);
    // Of the 26 members active within a year, only ANA1 and RICH received more. No other member received 6,000.
    const { body: list } = await context.analytics.get('/api/members?sort=totalCredits&order=desc');
    expect(list.slice(0, 3).map(({ accountNumber }: { accountNumber: string }) => accountNumber)).toEqual([
      'RICH',
      'ANA1',
      'USUAL',
    ]);
    const { body: cards } = await context.analytics.get('/api/members/summary');
    const below = cards.activeThisYear - 3;
    expect(body.comparisons).toEqual([
      {
        what: 'credits',
        latest: '1000.00',
        ownMedian: '1000.00',
        peerPercentile: ((100 * (below + 0.5)) / cards.activeThisYear).toFixed(1),
        peerSentence: `More than ${Math.floor((100 * below) / cards.activeThisYear)}% of ${cards.activeThisYear} members`,
      },
      expect.objectContaining({ what: 'debits', latest: '400.00', ownMedian: '400.00' }),
      expect.objectContaining({ what: 'transactions', latest: '2', ownMedian: '2' }),
    ]);
  });

  it('the member overview ranks members with almost equal figures correctly to the cent', async () => {
    const amounts = [
      '0.01',
      '9.99',
      '10.00',
      '10.09',
      '1234.56',
      '1234.56',
      '1234.57',
      '1239.99',
      '1240.00',
      '99999.99',
    ];
    await context.imported(
      amounts.map((amount, at) => ({
        account: `ALIKE${at}`,
        lastName: 'Alike',
        amount,
        type: 'Credit' as const,
        day: '2026-06-02',
      })),
    );
    expect(await context.members('search=alike')).toHaveLength(amounts.length);
    const { rows } = await context.ledger.client.query(
      `SELECT credits::float8 AS credits FROM analytics.member_figures WHERE last_day >= '2025-07-01'`,
    );
    const all = rows.map(({ credits }) => Number(credits));
    for (const [at, amount] of amounts.entries()) {
      const below = all.filter((credits) => credits < Number(amount)).length;
      const equal = all.filter((credits) => credits === Number(amount)).length;
      const { body } = await context.analytics.get(`/api/members/${await context.idOf(`ALIKE${at}`)}/overview`);
      expect(body.comparisons[0].peerPercentile).toBe(((100 * (below + equal / 2)) / all.length).toFixed(1));
    }
  });

  it('the member overview has no normal activity for a short history and no rank for an inactive member', async () => {
    const young = await context.analytics.get(`/api/members/${await context.idOf('PEER0')}/overview`);
    expect(young.body.comparisons[0]).toMatchObject({ latest: '0.00', ownMedian: null });
    await context.imported([{ account: 'GONE', lastName: 'Gone', amount: '1.00', type: 'Credit', day: '2024-06-30' }]);
    const former = await context.analytics.get(`/api/members/${await context.idOf('GONE')}/overview`);
    expect(former.body.comparisons[0]).toMatchObject({
      ownMedian: '0.00',
      peerPercentile: null,
      peerSentence: null,
    });
    const dateless = await context.analytics.get(`/api/members/${await context.idOf('LAST')}/overview`);
    expect(dateless.body.comparisons).toEqual([]);
  });

  it.each(['0', '-1', 'x', '1.5', '9'.repeat(30)])(
    'the member overview is refused for the member number %s',
    async (id) => {
      expect((await context.analytics.get(`/api/members/${id}/overview`)).status).toBe(400);
    },
  );
});
