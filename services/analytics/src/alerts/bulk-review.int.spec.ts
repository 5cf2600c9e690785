import { AlertsTestContext } from '../testing/alerts-test-context.ts';

const ANNA = { id: 7, name: 'anna' };
const BEN = { id: 8, name: 'ben' };
const BULK = '/api/unusual-activities/bulk-review';

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start();
});
afterAll(() => context.stop());
beforeEach(() => context.forgetAlerts());

const reviewAll = (ids: unknown, user = ANNA, more: object = {}) =>
  context.analytics.post(BULK, { ids, outcome: 'false_positive', ...more }, user);

describe('bulk reviews', () => {
  it('a bulk review decides open alerts and counts those that are decided, locked by other users or missing', async () => {
    await context.stored({}, {}, { reviewed: true, outcome: 'suspicious' }, {}, {});
    await context.analytics.put('/api/unusual-activities/4/assignment', undefined, BEN);
    await context.analytics.put('/api/unusual-activities/5/assignment', undefined, ANNA);
    const { status, body } = await reviewAll([5, 1, 2, 3, 4, 99], ANNA, { note: ' Same shop ' });
    expect([status, body]).toEqual([200, { reviewed: 3, alreadyReviewed: 1, locked: 1, missing: 1 }]);
    const after = await context.analytics.get('/api/unusual-activities?sort=createdAt&reviewed=true');
    expect(after.body.map((a: Record<string, unknown>) => [a['id'], a['reviewOutcome'], a['reviewNote']])).toEqual(
      expect.arrayContaining([
        [1, 'false_positive', 'Same shop'],
        [2, 'false_positive', 'Same shop'],
        [3, 'suspicious', null],
        [5, 'false_positive', 'Same shop'],
      ]),
    );
    expect((await context.analytics.get('/api/unusual-activities/5')).body).toMatchObject({
      assignee: null,
      lockedUntil: null,
    });
  });

  it('a bulk review adds a step and an audit event to each alert, leaving the note out of the event', async () => {
    await context.stored({}, {});
    await reviewAll([1, 2], ANNA, { note: 'Known to us' });
    expect(await context.steps(2)).toEqual([
      { step: 'reviewed', by: 'anna', outcome: 'false_positive', note: 'Known to us' },
    ]);
    expect(await context.trail()).toMatchObject(
      ['1', '2'].map((subject_id) => ({
        action: 'alert.reviewed',
        actor_id: 7,
        subject_id,
        detail: { outcome: 'false_positive', alertsAtOnce: 2 },
      })),
    );
    expect(JSON.stringify(await context.trail())).not.toContain('Known');
  });

  it('a bulk review counts a repeated alert number once', async () => {
    await context.stored({});
    expect((await reviewAll([1, 1, 1])).body).toMatchObject({ reviewed: 1, alreadyReviewed: 0 });
    expect(await context.steps(1)).toHaveLength(1);
  });

  it('simultaneous bulk reviews in opposite orders decide each alert once without a deadlock', async () => {
    await context.stored(...Array.from({ length: 40 }, () => ({})));
    const ids = Array.from({ length: 40 }, (_, index) => index + 1);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        reviewAll(index % 2 === 0 ? ids : ids.toReversed(), { id: 100 + index, name: `user${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.reviewed, 0)).toBe(40);
    for (const { body } of answers) expect(body.reviewed + body.alreadyReviewed).toBe(40);
  });

  it('a bulk review is saved completely or not at all', async () => {
    await context.stored({}, {});
    await context.ledger.client.query('ALTER TABLE analytics.audit_outbox RENAME TO away');
    try {
      expect((await reviewAll([1, 2])).status).toBe(500);
    } finally {
      await context.ledger.client.query('ALTER TABLE analytics.away RENAME TO audit_outbox');
    }
    expect((await context.analytics.get('/api/unusual-activities?reviewed=true')).body).toEqual([]);
    expect(await context.steps(1)).toEqual([]);
  });

  it.each([
    [{ ids: [], outcome: 'explained' }, 'Alerts must have at least 1 entry.'],
    [
      { ids: Array.from({ length: 501 }, (_, i) => i + 1), outcome: 'explained' },
      'Alerts may have at most 500 entries.',
    ],
    [{ ids: [1] }, 'Outcome is required.'],
    [{ ids: ['x'], outcome: 'explained' }, 'Alerts must be a list of whole numbers of at least 1.'],
    [{ ids: [0], outcome: 'explained' }, 'Each entry in Alerts must be a whole number of at least 1.'],
    [{ ids: [1.5], outcome: 'explained' }, 'Alerts must be a list of whole numbers of at least 1.'],
    [{ ids: [1], outcome: 'explained', note: 'a\0b' }, 'invalid character'],
    [{ ids: [1], outcome: 'explained', reviewed: false }, 'Unknown field "reviewed".'],
  ])('a bulk review with the body %j is refused with a message', async (body, words) => {
    const { status, text } = await context.analytics.post(BULK, body);
    expect(status).toBe(400);
    expect(text).toContain(words);
  });

  it('a bulk review accepts nonexistent alert numbers of any size', async () => {
    const { status, body } = await reviewAll([Number.MAX_SAFE_INTEGER]);
    expect([status, body.missing]).toEqual([200, 1]);
  });
});
