import { ListFiguresTestContext, MEMBER_FIXTURES } from '../testing/list-figures-test-context.ts';

let context: ListFiguresTestContext;

beforeAll(async () => {
  context = await ListFiguresTestContext.start();
  await context.imported(MEMBER_FIXTURES);
  await context.imported([{ account: 'OLD', lastName: 'Old', amount: '1.00', type: 'Credit', day: '2026-07-01' }]);
});
afterAll(() => context.stop());

const detailPath = (first: string, last: string, query = '') =>
  `/api/members/detail/${encodeURIComponent(first)}/${encodeURIComponent(last)}${query}`;

describe('member page', () => {
  it('the member page shows the account with the most entries or the requested account', async () => {
    const first = await context.analytics.get(detailPath('Ana', 'Núñez'));
    expect(first.body.member.accountNumber).toBe('ANA1');
    expect(first.body.relatedCount).toBe(1);
    expect(first.body.relatedAccounts).toEqual([
      {
        id: await context.idOf('ANA2'),
        accountNumber: 'ANA2',
        company: 'BILLS',
        totalCredits: '0.00',
        totalDebits: '10.00',
      },
    ]);
    const second = await context.analytics.get(detailPath('Ana', 'Núñez', `?member=${await context.idOf('ANA2')}`));
    expect(second.body.member.accountNumber).toBe('ANA2');
    expect(
      (await context.analytics.get(detailPath('Ana', 'Núñez', `?member=${await context.idOf('RICH')}`))).status,
    ).toBe(404);
    expect((await context.analytics.get(detailPath('Ana', 'Núñez', '?member=x'))).status).toBe(400);
  });

  it('the member page shows twelve months, including those without entries, and their average', async () => {
    const { headers, body } = await context.analytics.get(detailPath('Ana', 'Núñez'));
    expect(headers['x-as-of']).toBe('2026-07-01');
    expect(body.monthlyHistory).toHaveLength(12);
    expect(body.monthlyHistory[0]).toEqual({
      month: '2025-08',
      credits: '0.00',
      debits: '0.00',
      transactionCount: 0,
    });
    expect(body.monthlyHistory[10]).toEqual({
      month: '2026-06',
      credits: '36000.00',
      debits: '30000.00',
      transactionCount: 2,
    });
    expect(body).toMatchObject({ totalTransactions: 2, averageMonthlyTransactions: 0.2 });
  });

  it.each([
    ['Bo', "O'Hara/Lee 100%", 'RICH'],
    ['bo', "o'hara/lee 100%", 'RICH'],
    ['Unknown', 'Cher', 'LAST'],
    ['Unknown', 'Account', 'NONE2'],
  ])('the member page is found at %s/%s', async (first, last, account) => {
    const { status, body } = await context.analytics.get(detailPath(first, last));
    expect([status, body.member?.accountNumber]).toEqual([200, account]);
  });

  it('the member page shows no related accounts for a member without a name', async () => {
    const { body } = await context.analytics.get(
      detailPath('Unknown', 'Account', `?member=${await context.idOf('NONE1')}`),
    );
    expect(body.member).toMatchObject({
      accountNumber: 'NONE1',
      accountCount: 1,
      displayName: 'UTIL CO Account',
    });
    expect([body.relatedAccounts, body.relatedCount]).toEqual([[], 0]);
  });

  it.each([
    '/api/members/detail/No/Body',
    '/api/members/detail/%2E%2E/Body',
    '/api/members/detail/Ana/Account',
    '/api/members/detail/%F0%9F%90%99/%E2%80%AE',
  ])('the member page returns 404 at %s', async (path) => {
    expect((await context.analytics.get(path)).status).toBe(404);
  });

  it.each(['/api/members/detail/a%00b/c', '/api/members/detail/%ZZ/c', `/api/members/detail/a/${'x'.repeat(2001)}`])(
    'the member page is refused at %s',
    async (path) => {
      expect((await context.analytics.get(path)).status).toBe(400);
    },
  );

  it('a view of the member page is audited once, with only the member number [security 5.10]', async () => {
    await context.ledger.client.query('DELETE FROM analytics.audit_outbox');
    const looker = { id: 31, name: 'looker' };
    const id = await context.idOf('RICH');
    await context.analytics.get(detailPath('Bo', "O'Hara/Lee 100%"), looker);
    await context.analytics.get(`/api/members/${id}/overview`, looker);
    await context.analytics.get(detailPath('No', 'Body'), looker);
    const { rows } = await context.ledger.client.query('SELECT * FROM analytics.audit_outbox');
    expect(rows).toMatchObject([
      {
        action: 'member.viewed',
        actor_id: 31,
        subject_type: 'member',
        subject_id: String(id),
        subject_label: null,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('Hara');
  });
});
