import { ListFiguresService } from '../list-figures/list-figures.service.ts';
import { ProjectionService } from '../projection/projection.service.ts';
import { AlertsTestContext } from '../testing/alerts-test-context.ts';

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start(
    [{ account: 'B', amount: '2.00', type: 'Debit', kind: 'prenote', day: '2026-06-01' }],
    { role: 'all' },
  );
});
afterAll(() => context.stop());
beforeEach(() => context.forgetAlerts());

const counts = () => context.analytics.get('/api/unusual-activities/counts');

describe('alert counts', () => {
  it('alert counts are zero in a new installation, with a row for each of the nine patterns and for Other Patterns', async () => {
    const { status, body } = await counts();
    expect([status, body.categories.length, body.transactions, body.accounts]).toEqual([200, 10, 0, 0]);
    expect(body).toMatchObject({ total: 0, high: 0, medium: 0, low: 0, unreviewed: 0, reviewed: 0 });
    expect(new Set(body.categories.map(({ total }: { total: number }) => total))).toEqual(new Set([0]));
  });

  it('alert counts are grouped by risk, status and category, with unknown types under Other Patterns', async () => {
    await context.stored(
      { risk: 'high' },
      { risk: 'high', type: 'round_amount_structuring', reviewed: true },
      { risk: 'medium', type: 'large_credit' },
      { risk: 'low', type: 'a_type_of_tomorrow' },
    );
    const { body } = await counts();
    expect(body).toMatchObject({ total: 4, high: 2, medium: 1, low: 1, unreviewed: 3, reviewed: 1 });
    expect(body.categories.filter(({ total }: { total: number }) => total > 0)).toEqual([
      { category: 'Structuring', total: 2, high: 2, unreviewed: 1 },
      { category: 'Other Patterns', total: 2, high: 0, unreviewed: 2 },
    ]);
  });

  it('alert counts include the number of accounts and of entries of every type', async () => {
    const { app } = context.analytics;
    await app.get(ProjectionService, { strict: false }).project(1);
    await app.get(ListFiguresService, { strict: false }).bringUpToDate();
    expect((await counts()).body).toMatchObject({ transactions: 2, accounts: 2 });
  });
});
