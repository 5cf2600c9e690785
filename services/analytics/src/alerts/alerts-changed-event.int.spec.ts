import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { jest } from '@jest/globals';
import { AlertsTestContext } from '../testing/alerts-test-context.ts';

const BEN = { id: 8, name: 'ben' };

let context: AlertsTestContext;
let events: ServerEvent[];
beforeAll(async () => {
  context = await AlertsTestContext.start();
  jest
    .spyOn(context.analytics.app.get(JobProducer, { strict: false }), 'publish')
    .mockImplementation(async (event) => void events.push(event));
});
afterAll(() => context.stop());
beforeEach(async () => {
  await context.forgetAlerts();
  await context.stored({}, {}, {});
  events = [];
});

const ALERT = '/api/unusual-activities/1';

describe('open browsers', () => {
  it('open browsers receive the number of alerts that an action changed', async () => {
    const { analytics } = context;
    await analytics.post('/api/unusual-activities/next');
    await analytics.put(`${ALERT}/assignment`);
    await analytics.delete(`${ALERT}/assignment`);
    await analytics.patch(`${ALERT}/review`);
    await analytics.post(`${ALERT}/reopen`, { reason: 'Look again' });
    await analytics.post('/api/unusual-activities/bulk-review', { ids: [1, 2, 3], outcome: 'explained' });
    expect(events).toEqual([1, 1, 1, 1, 1, 3].map((alerts) => ({ type: 'alerts.changed', alerts })));
  });

  it('open browsers receive nothing when an alert action was refused or changed nothing', async () => {
    const { analytics } = context;
    await analytics.delete(`${ALERT}/assignment`);
    await analytics.post(`${ALERT}/reopen`, { reason: 'It is open' });
    await analytics.put(`${ALERT}/assignment`);
    events = [];
    await analytics.put(`${ALERT}/assignment`, undefined, BEN);
    await analytics.patch(`${ALERT}/review`, undefined, BEN);
    await analytics.post('/api/unusual-activities/bulk-review', { ids: [1, 99], outcome: 'explained' }, BEN);
    await analytics.patch(`${ALERT}/review`);
    events = [];
    await analytics.patch(`${ALERT}/review`);
    expect(events).toEqual([]);
  });
});
