import { ListFiguresService } from '../list-figures/list-figures.service.ts';
import { ProjectionService } from '../projection/projection.service.ts';
import { AlertsTestContext } from '../testing/alerts-test-context.ts';

const ANNA = { id: 7, name: 'anna' };
const BEN = { id: 8, name: 'ben' };
const ALERT = '/api/unusual-activities/1';

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start([], { role: 'all' });
  await context.analytics.app.get(ProjectionService, { strict: false }).project(1);
});
afterAll(() => context.stop());
beforeEach(async () => {
  await context.forgetAlerts();
  await context.stored({ risk: 'high' });
});

const review = (outcome: string, user = ANNA) =>
  context.analytics.patch(`${ALERT}/review`, { outcome, note: 'Sold a house' }, user);
const reopen = (reason: unknown, user = BEN) => context.analytics.post(`${ALERT}/reopen`, { reason }, user);

describe('reopened alerts', () => {
  it('a reopened alert is open and keeps the decision, its user and the reason for reopening in its history', async () => {
    await review('explained');
    const { status, body } = await reopen('  The title names another owner ');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      reviewed: false,
      reviewOutcome: null,
      reviewNote: null,
      reviewedBy: null,
      reviewedAt: null,
      assignee: null,
      lockedUntil: null,
    });
    expect(body.history).toEqual([
      { step: 'reviewed', at: expect.any(String), by: 'anna', outcome: 'explained', note: 'Sold a house' },
      {
        step: 'reopened',
        at: expect.any(String),
        by: 'ben',
        outcome: 'explained',
        note: 'The title names another owner',
      },
    ]);
    expect(Date.parse(body.history[0].at)).toBeLessThanOrEqual(Date.parse(body.history[1].at));
  });

  it('a reopened alert can be decided again, which is a third step in its history', async () => {
    await review('explained');
    await reopen('Look again');
    const { body } = await review('suspicious', BEN);
    expect(body.history.map(({ step, outcome }: Record<string, unknown>) => [step, outcome])).toEqual([
      ['reviewed', 'explained'],
      ['reopened', 'explained'],
      ['reviewed', 'suspicious'],
    ]);
  });

  it('reopening an alert is audited without the reason, which describes a member', async () => {
    await review('suspicious');
    await reopen('Sam Sample called');
    expect((await context.trail()).at(-1)).toMatchObject({
      action: 'alert.reopened',
      actor_id: 8,
      subject_id: '1',
      subject_label: null,
      detail: { outcome: 'suspicious' },
    });
    expect(JSON.stringify(await context.trail())).not.toContain('Sam');
  });

  it('reopening an alert is refused if it is open and returns 404 if it is unknown', async () => {
    expect((await reopen('Why not')).status).toBe(409);
    expect((await context.analytics.post('/api/unusual-activities/99/reopen', { reason: 'x' })).status).toBe(404);
    expect(await context.steps(1)).toEqual([]);
  });

  it('reopening an alert reverses only the decision it refers to, not a later one', async () => {
    const { reviewedAt } = (await review('explained')).body;
    await reopen('Look again', BEN);
    await review('suspicious', BEN);
    const takeBack = (at: string) =>
      context.analytics.post(`${ALERT}/reopen`, { reason: 'Reversed immediately.', reviewedAt: at }, ANNA);
    const { status, text } = await takeBack(reviewedAt);
    expect([status, text]).toEqual([409, 'ben has since reviewed this alert again. Nothing was changed.']);
    const current = (await context.analytics.get(ALERT)).body;
    expect(current.reviewOutcome).toBe('suspicious');
    expect((await takeBack(current.reviewedAt)).status).toBe(200);
  });

  it('an alert is reopened once when two users reopen it at the same time', async () => {
    await review('explained');
    const answers = await Promise.all([reopen('One', ANNA), reopen('Two', BEN)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await context.steps(1)).toHaveLength(2);
  });

  it.each([
    [undefined, 'Reason is required.'],
    ['   ', 'Enter a reason'],
    ['x'.repeat(4_001), 'Reason must be at most 4000 characters.'],
    ['a\0b', 'invalid character'],
    [7, 'Reason must be text.'],
  ])('reopening an alert with the reason %j is refused with a message', async (reason, words) => {
    await review('explained');
    const { status, text } = await reopen(reason);
    expect(status).toBe(400);
    expect(text).toContain(words);
    expect((await context.analytics.get(ALERT)).body.reviewed).toBe(true);
  });

  it('reopening an alert changes the member’s risk, as a review does', async () => {
    const risk = async () => {
      await context.analytics.app.get(ListFiguresService, { strict: false }).bringUpToDate();
      return (await context.analytics.get('/api/members')).body[0].riskLevel;
    };
    expect(await risk()).toBe('high');
    await review('false_positive');
    expect(await risk()).toBe('low');
    await reopen('It was right');
    expect(await risk()).toBe('high');
  });
});
