import { AlertsTestContext } from '../testing/alerts-test-context.ts';

let world: AlertsTestContext;
beforeAll(async () => {
  world = await AlertsTestContext.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.forgetAlerts();
  await world.stored({}, {});
  await world.ledger.client.query('TRUNCATE analytics.changed_alerts');
});

/** Alerts for which lists of members and companies will be brought up to date. */
async function noted(): Promise<number[]> {
  const { rows } = await world.ledger.client.query<{ alert_id: string }>(
    'SELECT DISTINCT alert_id FROM analytics.changed_alerts ORDER BY 1',
  );
  return rows.map(({ alert_id }) => Number(alert_id));
}

describe('lists of members and companies', () => {
  it('follow what is decided and taken back', async () => {
    await world.analytics.patch('/api/unusual-activities/1/review', { outcome: 'explained' });
    expect(await noted()).toEqual([1]);
    await world.ledger.client.query('TRUNCATE analytics.changed_alerts');
    await world.analytics.post('/api/unusual-activities/1/reopen', { reason: 'Look again' });
    expect(await noted()).toEqual([1]);
  });

  it('are left alone by who works on what', async () => {
    await world.analytics.put('/api/unusual-activities/1/assignment');
    await world.analytics.put('/api/unusual-activities/1/assignment');
    await world.analytics.post('/api/unusual-activities/next');
    await world.analytics.delete('/api/unusual-activities/1/assignment');
    expect(await noted()).toEqual([]);
  });
});
