import { COMPANY_FIXTURES, ListFiguresTestContext } from '../testing/list-figures-test-context.ts';

let context: ListFiguresTestContext;

beforeAll(async () => {
  context = await ListFiguresTestContext.start();
});
afterAll(() => context.stop());

describe('empty ledger', () => {
  it('the company list shows no companies and zeros on the cards for an empty ledger', async () => {
    const { status, headers, body } = await context.analytics.get('/api/companies/summary');
    expect([status, body, headers['x-total-count'], headers['x-as-of']]).toEqual([200, [], '0', 'none']);
    expect((await context.analytics.get('/api/companies/overview')).body).toEqual({
      asOf: null,
      companies: 0,
      totalMembers: 0,
      totalTransactions: 0,
      highRisk: 0,
    });
    expect((await context.analytics.get('/api/companies/unique-members')).body).toEqual({ uniqueMembers: 0 });
    expect((await context.detailsOf('ANY')).status).toBe(404);
  });
});

describe('company list', () => {
  beforeAll(async () => {
    await context.imported(COMPANY_FIXTURES);
  });

  it('companies are listed with their all-time figures, best partners first', async () => {
    const { headers, body } = await context.analytics.get('/api/companies/summary');
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
    // Reach 5.3 for one member, volume 1.1 for $1.73 a month at half weight, quality 15, minus 15 for medium risk.
    expect(body.at(-1)).toMatchObject({ company: 'LUCKY CASINO', riskLevel: 'medium', partnershipScore: 6 });
    expect(body.find(({ company }: { company: string }) => company === 'DATELESS')).toMatchObject({
      totalTransactions: 1,
      lastActivityDate: null,
    });
  });

  it('companies can be sorted by any column, with equal values sorted by name [spec 5.25]', async () => {
    expect(await context.companies('sort=company&order=asc')).toEqual([
      'ACME PAYROLL',
      'Café Ñandú / 100%',
      'DATELESS',
      'LUCKY CASINO',
    ]);
    expect(await context.companies('sort=memberCount')).toEqual([
      'ACME PAYROLL',
      'Café Ñandú / 100%',
      'DATELESS',
      'LUCKY CASINO',
    ]);
    expect(await context.companies('sort=totalTransactions&order=asc')).toEqual([
      'Café Ñandú / 100%',
      'DATELESS',
      'LUCKY CASINO',
      'ACME PAYROLL',
    ]);
    expect(await context.companies('sort=totalCredits')).toEqual([
      'ACME PAYROLL',
      'DATELESS',
      'Café Ñandú / 100%',
      'LUCKY CASINO',
    ]);
    expect(await context.companies('sort=totalDebits&pageSize=2')).toEqual(['LUCKY CASINO', 'Café Ñandú / 100%']);
    expect(await context.companies('sort=riskLevel&pageSize=1')).toEqual(['LUCKY CASINO']);
    expect(await context.companies('sort=lastActivity&order=asc&page=2&pageSize=1')).toEqual(['Café Ñandú / 100%']);
  });

  it('companies can be searched in every column of the list [spec 5.21]', async () => {
    for (const search of ['payroll', '390000.00', '$390,000', '260', 'acme PAY'])
      expect(await context.companies(`search=${encodeURIComponent(search)}`)).toEqual(['ACME PAYROLL']);
    expect(await context.companies('search=medium')).toEqual(['LUCKY CASINO']);
    expect(await context.companies(`search=${encodeURIComponent('cafe nandu')}`)).toEqual(['Café Ñandú / 100%']);
    expect(await context.companies(`company=${encodeURIComponent('0%')}`)).toEqual(['Café Ñandú / 100%']);
    expect(await context.companies('company=260')).toEqual([]);
    expect(await context.companies('search=%25%25')).toEqual([]);
  });

  it('companies are filtered by strict limits, and limits that are not numbers are ignored [spec 5.20]', async () => {
    expect(await context.companies('membersAbove=9')).toEqual(['ACME PAYROLL']);
    expect(await context.companies('membersAbove=10')).toEqual([]);
    expect(await context.companies('volumeAbove=3.50&volumeBelow=20')).toEqual(['DATELESS']);
    expect(await context.companies('debitsAbove=3.49&debitsBelow=3.51')).toEqual(['Café Ñandú / 100%']);
    expect((await context.companies('creditsBelow=7')).toSorted()).toEqual(['Café Ñandú / 100%', 'LUCKY CASINO']);
    expect((await context.companies('creditsAbove=abc&membersBelow=')).length).toBe(4);
    expect(await context.companies('riskLevel=medium')).toEqual(['LUCKY CASINO']);
  });

  it('companies are counted on the cards', async () => {
    expect((await context.analytics.get('/api/companies/overview')).body).toEqual({
      asOf: '2026-06-26',
      companies: 4,
      totalMembers: 10,
      totalTransactions: 263,
      highRisk: 0,
    });
    expect((await context.analytics.get('/api/companies/unique-members')).body).toEqual({
      uniqueMembers: 10,
    });
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
  ])('the company list cannot be queried with %s', async (query) => {
    expect((await context.analytics.get(`/api/companies/summary?${query}`)).status).toBe(400);
  });

  it('companies are refused to callers without a signed identity', async () => {
    for (const path of ['summary', 'overview', 'unique-members', 'ACME%20PAYROLL/details'])
      expect((await context.analytics.http().get(`/api/companies/${path}`)).status).toBe(401);
  });
});
