import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics, type TestUser } from '../testing/analytics-test-context.ts';

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database);
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

const ALERT = '/api/unusual-activities/1';
const REVIEW = `${ALERT}/review`;
let lastUserId = 100;
/** Views are counted per user, so each test uses its own users. */
const newUser = (): TestUser => {
  lastUserId += 1;
  return { id: lastUserId, name: `analyst-${lastUserId}` };
};

beforeEach(async () => {
  await ledger.client.query(`
    TRUNCATE analytics.unusual_activities RESTART IDENTITY CASCADE; TRUNCATE analytics.audit_outbox;
    INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
      percentage_change, risk_level, description, evidence, rule_version, policy_version, reviewed)
    VALUES ('structuring', '4711', 1, '2026-06-01', 100, 12.5, 'medium', 'Sam Sample, account 4711', '{}', 1, 1, false)`);
});

async function written(): Promise<Record<string, unknown>[]> {
  const { rows } = await ledger.client.query<Record<string, unknown>>(
    `SELECT action, actor_id, actor_name, address, request_id, subject_type, subject_id, subject_label, detail
     FROM analytics.audit_outbox ORDER BY at, action`,
  );
  return rows;
}

const actions = async () => (await written()).map(({ action }) => action);

describe('review audit', () => {
  it('a review is audited with its outcome, user and IP address, but without the note or member', async () => {
    const user = newUser();
    await analytics.patch(REVIEW, { outcome: 'explained', note: 'Sold the house of Sam Sample' }, user);
    expect(await written()).toEqual([
      {
        action: 'alert.reviewed',
        actor_id: user.id,
        actor_name: user.name,
        address: '192.0.2.1',
        request_id: expect.any(String),
        subject_type: 'alert',
        subject_id: '1',
        subject_label: null,
        detail: { outcome: 'explained' },
      },
    ]);
  });

  it('a review without an outcome is audited as such', async () => {
    await analytics.patch(REVIEW, undefined, newUser());
    expect(await written()).toMatchObject([{ action: 'alert.reviewed', detail: { outcome: null } }]);
  });

  it('a review that repeats another review is not audited', async () => {
    const [first, second] = [newUser(), newUser()];
    await analytics.patch(REVIEW, { outcome: 'explained' }, first);
    expect((await analytics.patch(REVIEW, { outcome: 'suspicious' }, second)).status).toBe(409);
    expect((await analytics.patch(REVIEW, { outcome: 'explained' }, first)).status).toBe(200);
    const reviews = (await written()).filter(({ action }) => action === 'alert.reviewed');
    expect(reviews).toMatchObject([{ actor_id: first.id }]);
  });

  it('a review that is refused or refers to no existing alert is not audited', async () => {
    await analytics.patch(REVIEW, { outcome: 'guilty' }, newUser());
    await analytics.patch('/api/unusual-activities/99/review', undefined, newUser());
    expect(await written()).toEqual([]);
  });

  it('a review that is rolled back leaves no audit event', async () => {
    await ledger.client.query(`
      CREATE FUNCTION analytics.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused at commit'; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON analytics.unusual_activities DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION analytics.refuse()`);
    try {
      expect((await analytics.patch(REVIEW, { outcome: 'explained' }, newUser())).status).toBe(500);
      expect(await written()).toEqual([]);
    } finally {
      await ledger.client.query('DROP FUNCTION analytics.refuse CASCADE');
    }
  });

  it('a review that cannot be audited is not saved', async () => {
    await ledger.client.query('ALTER TABLE analytics.audit_outbox RENAME TO away');
    try {
      expect((await analytics.patch(REVIEW, { outcome: 'explained' }, newUser())).status).toBe(500);
    } finally {
      await ledger.client.query('ALTER TABLE analytics.away RENAME TO audit_outbox');
    }
    expect((await analytics.get(ALERT, newUser())).body.reviewed).toBe(false);
  });
});

describe('evidence view audit', () => {
  it('a view of an alert’s evidence is audited once per user, regardless of how often the screen refetches it', async () => {
    const [one, other] = [newUser(), newUser()];
    await analytics.get(ALERT, one);
    await analytics.get(ALERT, one);
    await analytics.get(ALERT, other);
    expect(await written()).toMatchObject([
      {
        action: 'alert.viewed',
        actor_id: one.id,
        subject_type: 'alert',
        subject_id: '1',
        subject_label: null,
        detail: {},
      },
      { action: 'alert.viewed', actor_id: other.id },
    ]);
  });

  it('an alert returned by a review that changes nothing is audited as a view', async () => {
    await analytics.patch(REVIEW, undefined, newUser());
    await analytics.patch(REVIEW, undefined, newUser());
    expect(await actions()).toEqual(['alert.reviewed', 'alert.viewed']);
  });

  it('no view is audited for an unknown alert or for the alert list', async () => {
    await analytics.get('/api/unusual-activities/99', newUser());
    await analytics.get('/api/unusual-activities', newUser());
    expect(await written()).toEqual([]);
  });

  it('a view of an alert’s evidence waits for the audit event of a simultaneous view', async () => {
    const user = newUser();
    let answered = 0;
    await ledger.client.query('BEGIN; LOCK TABLE analytics.audit_outbox');
    const requests = [1, 2].map(() => analytics.get(ALERT, user).then(() => (answered += 1)));
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(answered).toBe(0);
    await ledger.client.query('COMMIT');
    await Promise.all(requests);
    expect(await actions()).toEqual(['alert.viewed']);
  });

  it('a view of an alert’s evidence is refused when it cannot be audited, and is audited when repeated', async () => {
    const user = newUser();
    await ledger.client.query('ALTER TABLE analytics.audit_outbox RENAME TO away');
    try {
      expect((await analytics.get(ALERT, user)).status).toBe(500);
    } finally {
      await ledger.client.query('ALTER TABLE analytics.away RENAME TO audit_outbox');
    }
    expect((await analytics.get(ALERT, user)).status).toBe(200);
    expect(await actions()).toEqual(['alert.viewed']);
  });
});
