import { AlertsTestContext } from '../testing/alerts-test-context.ts';

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start();
});
afterAll(() => context.stop());
beforeEach(async () => {
  await context.forgetAlerts();
  await context.stored({}, {});
  await context.ledger.client.query('TRUNCATE analytics.changed_alerts');
});

/** Alerts that the next refresh of the member and company lists will take into account. */
async function noted(): Promise<number[]> {
  const { rows } = await context.ledger.client.query<{ alert_id: string }>(
    'SELECT DISTINCT alert_id FROM analytics.changed_alerts ORDER BY 1',
  );
  return rows.map(({ alert_id }) => Number(alert_id));
}

describe('member and company lists', () => {
  it('the member and company lists reflect alert decisions and reversed decisions', async () => {
    await context.analytics.patch('/api/unusual-activities/1/review', { outcome: 'explained' });
    expect(await noted()).toEqual([1]);
    await context.ledger.client.query('TRUNCATE analytics.changed_alerts');
    await context.analytics.post('/api/unusual-activities/1/reopen', { reason: 'Look again' });
    expect(await noted()).toEqual([1]);
  });

  it('the member and company lists do not change when alerts are assigned', async () => {
    await context.analytics.put('/api/unusual-activities/1/assignment');
    await context.analytics.put('/api/unusual-activities/1/assignment');
    await context.analytics.post('/api/unusual-activities/next');
    await context.analytics.delete('/api/unusual-activities/1/assignment');
    expect(await noted()).toEqual([]);
  });
});
