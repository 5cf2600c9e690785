import { ListFiguresService } from '../list-figures/list-figures.service.ts';
import { ProjectionService } from '../projection/projection.service.ts';
import { AlertsTestContext } from '../testing/alerts-test-context.ts';

const ANNA = { id: 7, name: 'anna' };
const BEN = { id: 8, name: 'ben' };

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start(
    [
      {
        account: '100200',
        firstName: 'José',
        lastName: 'Núñez',
        amount: '1.00',
        type: 'Credit',
        day: '2026-06-01',
      },
    ],
    { role: 'all' },
  );
  const app = context.analytics.app;
  await app.get(ProjectionService, { strict: false }).project(1);
  await app.get(ListFiguresService, { strict: false }).bringUpToDate();
});
afterAll(() => context.stop());
beforeEach(() => context.forgetAlerts());

async function found(query: string, user = ANNA): Promise<number[]> {
  const { status, body, headers, text } = await context.analytics.get(`/api/unusual-activities?${query}`, user);
  if (status !== 200) throw new Error(text);
  expect(headers['x-total-count']).toBe(String(body.length));
  return body.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b);
}

describe('alert list filters', () => {
  it('the alert list can be filtered by review outcome and by reviews without an outcome', async () => {
    await context.stored(
      {},
      { reviewed: true },
      { reviewed: true, outcome: 'explained' },
      { reviewed: true, outcome: 'suspicious' },
    );
    expect(await found('outcome=explained')).toEqual([3]);
    expect(await found('outcome=none')).toEqual([2]);
  });

  it('the alert list can be filtered by assignee', async () => {
    await context.stored({}, {}, {});
    await context.analytics.put('/api/unusual-activities/2/assignment', undefined, ANNA);
    await context.analytics.put('/api/unusual-activities/3/assignment', undefined, BEN);
    expect(await found('assignee=nobody')).toEqual([1]); // cspell:ignore nobody
    expect(await found('assignee=me', ANNA)).toEqual([2]);
    expect(await found('assignee=me', BEN)).toEqual([3]);
    expect(await found('assignee=8', ANNA)).toEqual([3]);
  });

  it('the alert list finds one alert by its number without recording a view', async () => {
    await context.stored({}, {}, {});
    expect(await found('id=2&pageSize=5')).toEqual([2]);
    expect(await found('id=9007199254740991')).toEqual([]);
    expect((await context.analytics.get('/api/unusual-activities?id=x', ANNA)).status).toBe(400);
    const { rows } = await context.ledger.client.query(
      "SELECT FROM analytics.audit_outbox WHERE action = 'alert.viewed'",
    );
    expect(rows).toEqual([]);
  });

  it('the alert list can be filtered by account and by member', async () => {
    await context.stored({}, { account: '100200' });
    const { body } = await context.analytics.get('/api/unusual-activities?accountNumber=100200');
    expect(body).toMatchObject([{ id: 2, memberName: 'José Núñez' }]);
    expect(await found(`memberId=${body[0].memberId}`)).toEqual([2]);
    expect(await found('memberId=999999')).toEqual([]);
    expect(await found('accountNumber=1002')).toEqual([]);
  });

  it('the alert list can be filtered by trigger date, including the first and last day', async () => {
    await context.stored({ day: '2026-06-01' }, { day: '2026-06-02' }, { day: '2026-06-03' });
    expect(await found('from=2026-06-02')).toEqual([2, 3]);
    expect(await found('to=2026-06-02')).toEqual([1, 2]);
    expect(await found('from=2026-06-02&to=2026-06-02')).toEqual([2]);
  });

  it.each([
    ['jose nunez', [2]],
    ['NÚÑ', [2]],
    ['1002', [2]],
    ['GONE-9', [3]],
    ['acme hold', [1]],
    ['Acmé holdings', [1]],
    ['sample', [1]],
    ['100%', [4]],
    ['no such thing', []],
  ])('an alert search finds %j in names, account numbers and descriptions', async (search, ids) => {
    await context.stored(
      { description: '3 credits from ACME HOLDINGS' },
      { account: '100200' },
      { account: 'GONE-9' },
      { account: 'X', description: 'Grew by 100%' },
    );
    expect(await found(`search=${encodeURIComponent(search)}`)).toEqual(ids);
  });

  it('the alert list shows SAR due dates and sorts by them, earliest first', async () => {
    await context.stored(
      { createdAt: '2026-11-03T12:00:00Z', reviewed: true, outcome: 'escalated' },
      { createdAt: '2026-11-01T12:00:00Z', reviewed: true, outcome: 'suspicious' },
      { createdAt: '2026-10-01T12:00:00Z', reviewed: true, outcome: 'explained' },
      { createdAt: '2026-10-02T12:00:00Z' },
    );
    const due = await context.analytics.get('/api/unusual-activities?due=true&sort=sarDueOn');
    expect(due.body).toMatchObject([
      { id: 2, sarDueOn: '2026-12-01' },
      { id: 1, sarDueOn: '2026-12-03' },
    ]);
    const all = await context.analytics.get('/api/unusual-activities?sort=sarDueOn');
    expect(all.body.map(({ id, sarDueOn }: { id: number; sarDueOn: string | null }) => [id, sarDueOn])).toEqual([
      [2, '2026-12-01'],
      [1, '2026-12-03'],
      [3, null],
      [4, null],
    ]);
  });

  it.each([
    ['outcome=guilty', 'Outcome must be one of'],
    ['assignee=anna', 'Assignee must be me, nobody or a user id'],
    ['assignee=99999999999', 'Assignee must be'],
    ['memberId=x', 'Member must'],
    ['from=2026-02-30', 'Start date must be a date such as'],
    ['from=0000-01-01', 'Start date must be a date such as'],
    ['to=yesterday', 'End date must be a date such as'],
    ['due=false', 'SAR due must be true.'],
    [`search=${'x'.repeat(201)}`, 'Search must be at most 200 characters'],
    ['search=a%00b', 'Search contains an invalid character.'],
    ['search=a&search=b', 'Search must be a single value, not a list.'],
    ['accountNumber=%00', 'Account number contains an invalid character.'],
  ])('the alert list refuses the filter %s with a message', async (query, words) => {
    const { status, text } = await context.analytics.get(`/api/unusual-activities?${query}`);
    expect(status).toBe(400);
    expect(text).toContain(words);
  });
});
