import { AlertsTestContext } from '../testing/alerts-test-context.ts';

const ANNA = { id: 7, name: 'anna' };
const BEN = { id: 8, name: 'ben' };
const CLEO = { id: 9, name: 'cleo', role: 'Admin' as const };
const IT = '/api/unusual-activities/1/assignment';

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start();
});
afterAll(() => context.stop());
beforeEach(async () => {
  await context.forgetAlerts();
  await context.stored({});
});

const take = (user: typeof ANNA) => context.analytics.put(IT, undefined, user);
const giveBack = (user: typeof ANNA) => context.analytics.delete(IT, user);
const minutesUntil = (instant: string) => (Date.parse(instant) - Date.now()) / 60_000;
const stepsOfAlert = async () => (await context.steps(1)).map(({ step, by }) => `${step} by ${by}`);

describe('alert assignment', () => {
  it('taking an alert assigns it and locks it for fifteen minutes', async () => {
    const { status, body } = await take(ANNA);
    expect([status, body.assigneeId, body.assignee]).toEqual([200, 7, 'anna']);
    expect(minutesUntil(body.lockedUntil)).toBeGreaterThan(14);
    expect(minutesUntil(body.lockedUntil)).toBeLessThan(15.5);
    expect(await stepsOfAlert()).toEqual(['assigned by anna']);
    expect(await context.trail()).toMatchObject([
      { action: 'alert.assigned', actor_id: 7, subject_id: '1', subject_label: null, detail: {} },
    ]);
  });

  it('taking an alert a second time renews the lock without adding a step', async () => {
    await take(ANNA);
    await context.letLocksRunOut();
    const { body } = await take(ANNA);
    expect(minutesUntil(body.lockedUntil)).toBeGreaterThan(14);
    expect(await stepsOfAlert()).toEqual(['assigned by anna']);
    expect(await context.trail()).toHaveLength(1);
  });

  it('taking an alert is refused with the name of the other user who is working on it', async () => {
    await take(ANNA);
    const { status, text } = await take(BEN);
    expect([status, text]).toEqual([409, expect.stringContaining('anna is working on this alert')]);
    expect(await stepsOfAlert()).toEqual(['assigned by anna']);
  });

  it('another user can take an alert after its lock expires and becomes the assignee', async () => {
    await take(ANNA);
    await context.letLocksRunOut();
    const { body } = await context.analytics.get('/api/unusual-activities/1', BEN);
    expect(body).toMatchObject({ assignee: 'anna', lockedUntil: null });
    expect((await take(BEN)).body.assignee).toBe('ben');
    expect(await stepsOfAlert()).toEqual(['assigned by anna', 'assigned by ben']);
    expect(await context.trail()).toContainEqual(
      expect.objectContaining({ action: 'alert.assigned', actor_id: 8, detail: { formerAssigneeId: 7 } }),
    );
  });

  it('an admin can always take an alert, and the previous assignee can then not decide it', async () => {
    await take(ANNA);
    expect((await take(CLEO)).body.assignee).toBe('cleo');
    const late = await context.analytics.patch('/api/unusual-activities/1/review', { outcome: 'explained' }, ANNA);
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('cleo is working on this alert')]);
  });

  it('only one user gets an alert when many try to take it at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => take({ id: 100 + index, name: `user${index}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
    expect(await stepsOfAlert()).toHaveLength(1);
  });

  it('taking an alert is refused if it is decided and returns 404 if it is unknown', async () => {
    await context.analytics.patch('/api/unusual-activities/1/review', undefined, ANNA);
    const { status, text } = await take(ANNA);
    expect([status, text]).toEqual([409, expect.stringContaining('reviewed')]);
    expect((await context.analytics.put('/api/unusual-activities/99/assignment')).status).toBe(404);
    expect((await context.analytics.put('/api/unusual-activities/x/assignment')).status).toBe(400);
  });

  it('taking an alert is refused to callers who are not staff', async () => {
    const gateway = { id: 1, name: 'gateway', role: 'Gateway' as const };
    expect((await context.analytics.put(IT, undefined, gateway)).status).toBe(403);
    expect((await context.analytics.http().put(IT)).status).toBe(401);
  });
});

describe('alert release', () => {
  it('an alert that is given back is available to all users, and this is audited', async () => {
    await take(ANNA);
    expect((await giveBack(ANNA)).body).toMatchObject({
      assignee: null,
      assigneeId: null,
      lockedUntil: null,
    });
    expect(await stepsOfAlert()).toEqual(['assigned by anna', 'released by anna']);
    expect(await context.trail()).toContainEqual(
      expect.objectContaining({ action: 'alert.released', detail: { assigneeId: 7 } }),
    );
    expect((await take(BEN)).status).toBe(200);
  });

  it('giving back an unassigned alert has no effect', async () => {
    expect((await giveBack(ANNA)).status).toBe(200);
    expect([await stepsOfAlert(), await context.trail()]).toEqual([[], []]);
  });

  it('an alert assigned to another user can be given back only by an admin', async () => {
    await take(ANNA);
    await context.letLocksRunOut();
    const refused = await giveBack(BEN);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Only anna or an admin')]);
    expect((await giveBack(CLEO)).body.assignee).toBeNull();
    expect(await stepsOfAlert()).toEqual(['assigned by anna', 'released by cleo']);
  });
});
