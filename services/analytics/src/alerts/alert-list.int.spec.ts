import { AlertsTestContext } from '../testing/alerts-test-context.ts';

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start();
});
afterAll(() => context.stop());
beforeEach(() => context.forgetAlerts());

const idsOf = (body: { id: number }[]) => body.map(({ id }) => id);

describe('alert list', () => {
  it('the alert list is empty without alerts', async () => {
    const { status, body, headers } = await context.analytics.get('/api/unusual-activities');
    expect([status, body, headers['x-total-count']]).toEqual([200, [], '0']);
  });

  it('the alert list is sorted by open status, then by risk, then newest first [spec 2.13.8]', async () => {
    await context.stored(
      { risk: 'low', day: '2026-06-09' },
      { risk: 'high', day: '2026-06-01', reviewed: true },
      { risk: 'high', day: '2026-06-02' },
      { risk: 'medium', day: '2026-06-30' },
      { risk: 'high', day: '2026-06-03' },
    );
    const { body } = await context.analytics.get('/api/unusual-activities');
    expect(idsOf(body)).toEqual([5, 3, 4, 1, 2]);
  });

  it('the alert list returns every field that the screens use, including the member’s name', async () => {
    await context.stored({ amount: '37600' });
    const { body } = await context.analytics.get('/api/unusual-activities');
    expect(body).toEqual([
      {
        id: 1,
        accountNumber: 'A',
        transactionId: 1,
        activityType: 'structuring',
        amount: '37600.00',
        percentageChange: '12.50',
        riskLevel: 'medium',
        description: 'Possible pattern',
        reviewed: false,
        reviewOutcome: null,
        reviewNote: null,
        reviewedBy: null,
        reviewedAt: null,
        activityDate: '2026-06-01',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        memberId: 1,
        memberName: 'Ana Sample',
        firstName: 'Ana',
        lastName: 'Sample',
        assigneeId: null,
        assignee: null,
        lockedUntil: null,
        sarDueOn: null,
      },
    ]);
  });

  it('the alert list includes an alert on an account that is no longer in the ledger', async () => {
    await context.stored({ account: 'GONE' });
    const { body } = await context.analytics.get('/api/unusual-activities');
    expect(body[0]).toMatchObject({ memberId: null, memberName: 'Account GONE', firstName: '' });
  });

  it.each([
    ['reviewed=true', [2]],
    ['reviewed=false', [1, 3, 4]],
    ['riskLevel=high', [3]],
    ['activityType=large_credit', [3]],
    ['category=Structuring', [1, 2]],
    ['category=Other%20Patterns', [3, 4]],
    ['category=Structuring&reviewed=true', [2]],
    ['category=Business%20Email%20Compromise', []],
  ])('the alert list can be filtered by %s', async (query, ids) => {
    await context.stored(
      { day: '2026-06-09' },
      { reviewed: true, type: 'round_amount_structuring' },
      { risk: 'high', type: 'large_credit' },
      { type: 'a_type_of_tomorrow' },
    );
    const { body, headers } = await context.analytics.get(`/api/unusual-activities?${query}`);
    expect(idsOf(body).toSorted((a, b) => a - b)).toEqual(ids);
    expect(headers['x-total-count']).toBe(String(ids.length));
  });

  it('the alert list returns the first thousand alerts without paging, and pages without overlaps or gaps', async () => {
    await context.stored(...Array.from({ length: 1_203 }, (_, index) => ({ amount: String(index % 7) })));
    const all = await context.analytics.get('/api/unusual-activities');
    expect([all.body.length, all.headers['x-total-count']]).toEqual([1_000, '1203']);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        context.analytics.get(`/api/unusual-activities?page=${page}&pageSize=401&sort=-amount`),
      ),
    );
    const ids = pages.flatMap(({ body }) => idsOf(body));
    expect([ids.length, new Set(ids).size]).toEqual([1_203, 1_203]);
    expect((await context.analytics.get('/api/unusual-activities?page=99')).body).toEqual([]);
  });

  it.each([
    ['riskLevel=extreme', 'Risk level must be one of low, medium, high'],
    ['reviewed=yes', 'Reviewed must be one of true, false'],
    ['pageSize=501', 'Page size must be a whole number from 1 to 500.'],
    ['page=0', 'Page must be a whole number from 1 to 1000000.'],
    ['sort=name', 'Sort must be one of'],
    ['riskLevel=high&riskLevel=low', 'Risk level must be one of'],
    ['shade=red', 'Unknown field "shade".'],
  ])('the alert list refuses the query %s with a message', async (query, words) => {
    const { status, text } = await context.analytics.get(`/api/unusual-activities?${query}`);
    expect(status).toBe(400);
    expect(text).toContain(words);
  });
});
