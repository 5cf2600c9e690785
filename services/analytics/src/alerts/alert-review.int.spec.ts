import { AlertsTestContext } from '../testing/alerts-test-context.ts';

const ANNA = { id: 7, name: 'anna' };
const BEN = { id: 8, name: 'ben', role: 'Admin' as const };

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start();
});
afterAll(() => context.stop());
beforeEach(() => context.forgetAlerts());

describe('alert reviews', () => {
  const REVIEW = '/api/unusual-activities/1/review';
  beforeEach(() => context.stored({}));

  it('a review without a body marks the alert as reviewed by the user, with the time and no outcome [spec 4.5, 7.15]', async () => {
    const { status, body } = await context.analytics.patch(REVIEW, undefined, ANNA);
    expect(status).toBe(200);
    expect(body).toMatchObject({ reviewed: true, reviewOutcome: null, reviewNote: null, reviewedBy: 'anna' });
    expect(Date.parse(body.reviewedAt)).toBeGreaterThan(Date.now() - 60_000);
    const { rows } = await context.ledger.client.query('SELECT reviewed_by FROM analytics.unusual_activities');
    expect(rows).toEqual([{ reviewed_by: 7 }]);
  });

  it('a review without an identity is refused and changes nothing', async () => {
    expect((await context.analytics.http().patch(REVIEW)).status).toBe(401);
    expect((await context.analytics.get('/api/unusual-activities/1')).body.reviewed).toBe(false);
  });

  it('a review saves an outcome and a note', async () => {
    const { body } = await context.analytics.patch(REVIEW, { outcome: 'explained', note: ' House sale ' }, BEN);
    expect(body).toMatchObject({ reviewOutcome: 'explained', reviewNote: 'House sale', reviewedBy: 'ben' });
  });

  it('a review that repeats the decision changes nothing and returns the alert', async () => {
    const first = await context.analytics.patch(REVIEW, { outcome: 'explained' }, ANNA);
    expect((await context.analytics.patch(REVIEW, undefined, BEN)).body).toEqual(first.body);
    expect((await context.analytics.patch(REVIEW, { outcome: 'explained' }, BEN)).body).toEqual(first.body);
  });

  it('a review that differs from the decision is refused with the reviewer’s name and the time', async () => {
    const first = await context.analytics.patch(REVIEW, { outcome: 'explained' }, ANNA);
    for (const body of [{ outcome: 'suspicious' }, { outcome: 'explained', note: 'A note' }]) {
      const { status, text } = await context.analytics.patch(REVIEW, body, BEN);
      expect(status).toBe(409);
      expect(text).toMatch(/already reviewed by anna on \d{4}-\d\d-\d\d at \d\d:\d\d UTC as explained\./);
    }
    expect((await context.analytics.get('/api/unusual-activities/1')).body).toEqual(first.body);
  });

  it('only one decision takes effect when many users review an alert at the same time', async () => {
    const outcomes = ['explained', 'suspicious', 'escalated', 'false_positive'] as const;
    const answers = await Promise.all(
      [...outcomes, ...outcomes].map((outcome, index) =>
        context.analytics.patch(REVIEW, { outcome }, { id: index + 1, name: `user${index + 1}` }),
      ),
    );
    const stored = (await context.analytics.get('/api/unusual-activities/1')).body;
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted.map(({ body }) => body.reviewOutcome)).toEqual([stored.reviewOutcome, stored.reviewOutcome]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
  });

  it('a review of a locked alert is refused with the assignee’s name, but the assignee’s own review ends the lock', async () => {
    await context.analytics.put('/api/unusual-activities/1/assignment', undefined, ANNA);
    const refused = await context.analytics.patch(REVIEW, { outcome: 'explained' }, BEN);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('anna is working on this')]);
    const { body } = await context.analytics.patch(REVIEW, { outcome: 'explained' }, ANNA);
    expect(body).toMatchObject({ reviewed: true, assignee: null, lockedUntil: null });
    expect(body.history.map(({ step }: { step: string }) => step)).toEqual(['assigned', 'reviewed']);
  });

  it('a review takes effect on an alert whose lock has expired', async () => {
    await context.analytics.put('/api/unusual-activities/1/assignment', undefined, ANNA);
    await context.letLocksRunOut();
    expect((await context.analytics.patch(REVIEW, undefined, BEN)).body.reviewedBy).toBe('ben');
  });

  it('a review with the outcome suspicious sets the SAR due date', async () => {
    const { body } = await context.analytics.patch(REVIEW, { outcome: 'suspicious' }, ANNA);
    const days = (Date.parse(body.sarDueOn) - Date.parse(body.createdAt)) / 86_400_000;
    expect(Math.abs(days - 30)).toBeLessThan(1.6);
  });

  it.each([
    [{ outcome: 'guilty' }, 'Outcome must be one of'],
    [{ note: 'x'.repeat(4_001) }, 'Note must be at most 4000 characters.'],
    [{ note: 'a\0b' }, 'invalid character'],
    [{ reviewed: false }, 'Unknown field "reviewed".'],
  ])('a review with the body %j is refused with a message', async (body, words) => {
    const { status, text } = await context.analytics.patch(REVIEW, body);
    expect(status).toBe(400);
    expect(text).toContain(words);
  });
});
