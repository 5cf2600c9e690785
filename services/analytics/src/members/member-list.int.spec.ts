import { ListFiguresTestContext, MEMBER_FIXTURES } from '../testing/list-figures-test-context.ts';

let context: ListFiguresTestContext;

beforeAll(async () => {
  context = await ListFiguresTestContext.start();
});
afterAll(() => context.stop());

describe('empty ledger', () => {
  it('the member list shows no members, zeros on the cards and no day for an empty ledger', async () => {
    const { status, headers, body } = await context.analytics.get('/api/members');
    expect([status, body, headers['x-total-count'], headers['x-as-of']]).toEqual([200, [], '0', 'none']);
    expect((await context.analytics.get('/api/members/count')).body).toEqual({ totalMembers: 0 });
    expect((await context.analytics.get('/api/members/summary')).body).toEqual({
      asOf: null,
      totalMembers: 0,
      highRisk: 0,
      activeThisYear: 0,
      avgCredits: '0.00',
    });
    expect((await context.analytics.get('/api/members/detail/Unknown/Account')).status).toBe(404);
    expect((await context.analytics.get('/api/members/1/overview')).status).toBe(404);
  });
});

describe('member list', () => {
  beforeAll(async () => {
    await context.imported(MEMBER_FIXTURES);
  });

  it('members appear in one row per account, with figures for the twelve months that end on the newest day', async () => {
    const { headers, body } = await context.analytics.get('/api/members?search=ana1');
    expect(headers['x-as-of']).toBe('2026-06-30');
    expect(headers['x-total-count']).toBe('1');
    expect(body).toEqual([
      {
        id: await context.idOf('ANA1'),
        firstName: 'Ana',
        lastName: 'Núñez',
        displayName: 'Ana Núñez',
        company: 'ACME STORES',
        accountNumber: 'ANA1',
        accountNumbers: ['ANA1'],
        accountCount: 2,
        monthlyIncome: '3000.00',
        monthlyBills: '2500.00',
        incomeToDebtRatio: '83.3',
        transactionCount: 2,
        riskLevel: 'low',
        lastActivityDate: '2026-06-02',
        totalCredits: '36000.00',
        totalDebits: '30000.00',
      },
    ]);
  });

  it('members are listed by name by default, and each column sorts by its figure', async () => {
    expect(await context.members('')).toEqual(['ANA1', 'ANA2', 'RICH', 'LAST', 'OLD', 'NONE1', 'NONE2', 'LATER']);
    expect(await context.members('order=desc&pageSize=2')).toEqual(['LATER', 'NONE2']);
    expect(await context.members('sort=totalCredits&order=desc&pageSize=3')).toEqual(['RICH', 'ANA1', 'NONE2']);
    expect(await context.members('sort=monthlyIncome&order=desc&pageSize=1')).toEqual(['RICH']);
    expect(await context.members('sort=monthlyBills&order=desc&pageSize=2')).toEqual(['ANA1', 'ANA2']);
    expect(await context.members('sort=totalDebits&order=desc&pageSize=1')).toEqual(['ANA1']);
    expect(await context.members('sort=incomeToDebtRatio&order=desc&pageSize=1')).toEqual(['ANA1']);
    expect(await context.members('sort=transactionCount&order=desc&pageSize=1')).toEqual(['ANA1']);
    expect((await context.members('sort=accountCount&order=desc&pageSize=2')).toSorted()).toEqual(['ANA1', 'ANA2']);
    expect(await context.members('sort=lastActivity&order=desc&pageSize=2')).toEqual(['LATER', 'RICH']);
    expect((await context.members('sort=lastActivity&order=asc&pageSize=1'))[0]).toBe('LAST');
  });

  it('members are paged without gaps or repetition among equal values', async () => {
    for (const sort of ['riskLevel', 'accountCount', 'incomeToDebtRatio', 'totalDebits'])
      for (const order of ['asc', 'desc']) {
        const pages = await Promise.all(
          [1, 2, 3, 4].map((page) => context.members(`sort=${sort}&order=${order}&page=${page}&pageSize=3`)),
        );
        expect(pages.map((page) => page.length)).toEqual([3, 3, 2, 0]);
        expect(new Set(pages.flat()).size).toBe(8);
      }
  });

  it('members are found by any part of a name, company or number, ignoring case and accents [spec 5.16]', async () => {
    expect(await context.members('search=NUNEZ')).toEqual(['ANA1', 'ANA2']);
    expect(await context.members(`search=${encodeURIComponent('ana ÑU')}`)).toEqual(['ANA1', 'ANA2']);
    expect(await context.members('search=util%20co%20acc')).toEqual(['NONE1', 'NONE2']);
    expect(await context.members('search=bills')).toEqual(['ANA2']);
    expect(await context.members('search=%20che%20')).toEqual(['LAST']);
    expect(await context.members('search=none1')).toEqual(['NONE1']);
  });

  it('wildcard characters in a member search are treated as plain text', async () => {
    expect(await context.members(`search=${encodeURIComponent("o'hara/lee 100%")}`)).toEqual(['RICH']);
    expect(await context.members('search=%25')).toEqual(['RICH']);
    for (const sign of ['_', '\\', '.*', '%%', "' OR 1=1 --"])
      expect(await context.members(`search=${encodeURIComponent(sign)}`)).toEqual([]);
  });

  it('members are filtered by income and last activity, including the limits of each band [spec 5.18]', async () => {
    expect(await context.members('incomeBand=medium')).toEqual(['ANA1']);
    expect(await context.members('incomeBand=high')).toEqual(['RICH']);
    expect((await context.members('incomeBand=low')).length).toBe(6);
    expect((await context.members('activity=recent')).toSorted()).toEqual(['ANA1', 'LATER', 'RICH']);
    // 2026-04-01 is 90 days before the newest day, and 2026-03-31 is 91 days before it.
    expect((await context.members('activity=moderate')).toSorted()).toEqual(['ANA2', 'NONE2']);
    expect((await context.members('activity=old')).toSorted()).toEqual(['LAST', 'NONE1', 'OLD']);
    expect(await context.members('activity=recent&incomeBand=medium&search=nunez&riskLevel=low')).toEqual(['ANA1']);
  });

  it('members are counted on the cards', async () => {
    expect((await context.analytics.get('/api/members/count')).body).toEqual({ totalMembers: 8 });
    expect((await context.analytics.get('/api/members/summary')).body).toEqual({
      asOf: '2026-06-30',
      totalMembers: 8,
      highRisk: 0,
      activeThisYear: 6,
      avgCredits: '15750.00',
    });
  });

  it.each([
    'riskLevel=extreme',
    'incomeBand=',
    'activity=never',
    'sort=credits',
    'order=up',
    'page=0',
    'pageSize=501',
    'search=a&search=b',
    `search=${'x'.repeat(201)}`,
    'search=%00',
    'shade=red',
  ])('the member list cannot be queried with %s', async (query) => {
    expect((await context.analytics.get(`/api/members?${query}`)).status).toBe(400);
  });

  it('members are refused to callers without a signed identity', async () => {
    for (const path of ['', '/count', '/summary', '/detail/Ana/Nunez', '/1/overview'])
      expect((await context.analytics.http().get(`/api/members${path}`)).status).toBe(401);
  });
});

describe('member risk', () => {
  it('member risk reflects every alert and every review immediately', async () => {
    await context.alerted({ account: 'ANA2', risk: 'medium', day: '2026-06-01' });
    const high = await context.alerted({ account: 'RICH', risk: 'high', day: '2026-06-01' });
    expect(await context.members('sort=riskLevel&order=desc&pageSize=2')).toEqual(['RICH', 'ANA2']);
    expect(await context.members('riskLevel=high')).toEqual(['RICH']);
    expect((await context.analytics.get('/api/members/summary')).body).toMatchObject({ highRisk: 1 });
    await context.analytics.patch(`/api/unusual-activities/${high}/review`, { outcome: 'false_positive' });
    expect(await context.members('riskLevel=high')).toEqual([]);
    expect(await context.members('riskLevel=medium')).toEqual(['ANA2']);
    await context.ledger.client.query('DELETE FROM analytics.unusual_activities');
    expect(await context.members('riskLevel=medium')).toEqual([]);
  });

  it('member risk falls when the newest day advances', async () => {
    await context.alerted({ account: 'RICH', risk: 'high', day: '2026-04-01' });
    expect(await context.members('riskLevel=high')).toEqual(['RICH']);
    await context.imported([
      {
        account: 'OLD',
        firstName: 'Olga',
        lastName: 'Old',
        amount: '1.00',
        type: 'Credit',
        day: '2026-07-01',
      },
    ]);
    expect(await context.members('riskLevel=high')).toEqual([]);
    expect(await context.members('riskLevel=medium')).toEqual(['RICH']);
  });
});

describe('renamed members', () => {
  /** An import that moves no money and renames a member. */
  const called = async (first: string, last: string) => {
    await context.ledger.client.query(
      `UPDATE ledger.members SET first_name = $1, last_name = $2, member_key = upper($1 || '|' || $2) WHERE account_number = 'ANA2'`,
      [first, last],
    );
    await context.imported([
      {
        account: 'ANA2',
        company: 'PAYROLL',
        amount: '0.00',
        type: 'Debit',
        day: '2026-06-20',
        kind: 'prenote',
      },
    ]);
  };

  it('a renamed member is found and counted only under the new name', async () => {
    await called('Bo', 'Newname');
    expect(await context.members('search=newname')).toEqual(['ANA2']);
    expect((await context.analytics.get('/api/members?search=ana%20nu')).body).toMatchObject([
      { accountNumber: 'ANA1', accountCount: 1 },
    ]);
    await called('ANA', 'NUNEZ');
    expect(await context.members('search=ana%20nu&sort=accountCount')).toHaveLength(2);
  });
});
