import { AlertsTestContext } from '../testing/alerts-test-context.ts';

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start();
});
afterAll(() => context.stop());
beforeEach(() => context.forgetAlerts());

describe('alert detail', () => {
  it('the alert detail includes the evidence', async () => {
    await context.stored({});
    const { body } = await context.analytics.get('/api/unusual-activities/1');
    expect(body).toMatchObject({ id: 1, memberName: 'Ana Sample', evidence: { triggerEntryId: '1' } });
  });

  it('the alert detail returns 404 for an unknown alert and 400 for an id that is not a number', async () => {
    expect((await context.analytics.get('/api/unusual-activities/99')).status).toBe(404);
    expect((await context.analytics.get('/api/unusual-activities/abc')).status).toBe(400);
    expect((await context.analytics.get('/api/unusual-activities/99999999999999999999')).status).toBe(400);
    expect((await context.analytics.patch('/api/unusual-activities/99/review')).status).toBe(404);
  });
});
