import { AlertsTestContext } from '../testing/alerts-test-context.ts';
import type { RunningAnalytics } from '../testing/analytics-test-context.ts';

const ANNA = { id: 7, name: 'anna' };
const BEN = { id: 8, name: 'ben' };

let context: AlertsTestContext;
let other: RunningAnalytics;
beforeAll(async () => {
  context = await AlertsTestContext.start();
  other = await context.another();
});
afterAll(async () => {
  await other.stop();
  await context.stop();
});
beforeEach(() => context.forgetAlerts());

const next = async (user = ANNA, process = context.analytics): Promise<number | null> => {
  const { status, body, text } = await process.post('/api/unusual-activities/next', undefined, user);
  if (status !== 200) throw new Error(text);
  return body.id;
};
const review = (id: number, user = ANNA) =>
  context.analytics.patch(`/api/unusual-activities/${id}/review`, { outcome: 'explained' }, user);

describe('next alert', () => {
  it('the next alert is the riskiest alert that has waited longest, and is locked', async () => {
    await context.stored(
      { risk: 'medium', day: '2026-01-01' },
      { risk: 'high', day: '2026-06-09' },
      { risk: 'high', day: '2026-06-02' },
      { risk: 'high', day: '2026-05-01', reviewed: true },
    );
    const order: (number | null)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const id = await next();
      order.push(id);
      if (id !== null) await review(id);
    }
    expect(order).toEqual([3, 2, 1, null]);
    const trail = (await context.trail()).map(({ action }) => action);
    expect(trail.filter((action) => action === 'alert.assigned')).toHaveLength(3);
  });

  it('the next alert is the user’s own undecided alert if there is one, even after its lock has expired', async () => {
    await context.stored({ risk: 'high' }, { risk: 'low' });
    await context.analytics.put('/api/unusual-activities/2/assignment', undefined, ANNA);
    expect([await next(), await next()]).toEqual([2, 2]);
    await context.letLocksRunOut();
    expect(await next()).toBe(2);
    expect(await context.steps(2)).toHaveLength(1);
    await context.analytics.delete('/api/unusual-activities/2/assignment', ANNA);
    expect(await next()).toBe(1);
  });

  it('the next alert is never one that another user has locked, but may be one whose lock has expired', async () => {
    await context.stored({});
    expect([await next(ANNA), await next(BEN)]).toEqual([1, null]);
    await context.letLocksRunOut();
    expect(await next(BEN)).toBe(1);
    expect((await context.steps(1)).map(({ by }) => by)).toEqual(['anna', 'ben']);
    expect(await next(ANNA)).toBeNull();
  });

  it('the next alert is different for each of twenty simultaneous users in two processes', async () => {
    await context.stored(...Array.from({ length: 25 }, () => ({})));
    const people = Array.from({ length: 20 }, (_, index) => ({ id: 100 + index, name: `user${index}` }));
    const taken = await Promise.all(
      people.map((user, index) => next(user, index % 2 === 0 ? context.analytics : other)),
    );
    expect(taken).not.toContain(null);
    expect(new Set(taken).size).toBe(20);
  });

  it('there is no next alert when all alerts are assigned', async () => {
    await context.stored({}, {}, {});
    const people = Array.from({ length: 8 }, (_, index) => ({ id: 200 + index, name: `user${index}` }));
    const taken = await Promise.all(people.map((user) => next(user)));
    expect(taken.filter((id) => id !== null)).toHaveLength(3);
    expect(new Set(taken)).toEqual(new Set([1, 2, 3, null]));
  });

  it('the next alert is the same when a user requests it several times at once', async () => {
    await context.stored({}, {}, {});
    const taken = await Promise.all([next(), next(ANNA, other), next(), next(ANNA, other)]);
    expect(new Set(taken).size).toBe(1);
  });

  it('the next alert is never one that another user decides at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      await context.forgetAlerts();
      await context.stored({}, {});
      const [taken, reviewed] = await Promise.all([next(BEN), review(1, ANNA)]);
      const stored = (await context.analytics.get('/api/unusual-activities/1')).body;
      // Either the review came first and the user got the other alert, or the user got it and the review was refused with that user's name.
      expect([
        [200, 2, true, null],
        [409, 1, false, 'ben'],
      ]).toContainEqual([reviewed.status, taken, stored.reviewed, stored.assignee]);
    }
  });

  it('the next alert is returned once an analysis no longer locks all alerts', async () => {
    await context.stored({});
    const { client } = context.ledger;
    await client.query('BEGIN');
    await client.query('SELECT FROM analytics.unusual_activities FOR NO KEY UPDATE');
    const taken = next();
    await client.query('SELECT pg_sleep(0.3)');
    await client.query('COMMIT');
    expect(await taken).toBe(1);
  });
});
