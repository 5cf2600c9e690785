import type { Notification } from '@clearwatch/contracts/notifications.dto';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics, type TestUser } from '../testing/analytics-test-context.ts';
import { NotificationCleanup, NotificationCollector } from './notification-collector.ts';

const LIST = '/api/notifications';
const SETTINGS = '/api/settings/notifications';
const ANNA: TestUser = { id: 1, name: 'anna' };
const BEN: TestUser = { id: 2, name: 'ben' };
const EVERYTHING = {
  highAlerts: true,
  mediumAlerts: true,
  colleaguesImports: true,
  ownReports: true,
  sarDue: true,
  sarDaysLeft: 7,
  ownAlerts: true,
  emailAlerts: true,
  weeklyReports: false,
  systemUpdates: true,
};

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'all', jobs: 'left' });
  // Ages and days are based on the database clock.
  analytics.app.get(Today, { strict: false }).day = () => new Today().day();
  // The test runs the collector itself.
  await analytics.app.get(NotificationCollector, { strict: false }).onModuleDestroy();
  await ledger.client.query(
    `INSERT INTO auth.users (username, password, is_active)
     VALUES ('anna', 'x', true), ('ben', 'x', true), ('gone', 'x', false)`,
  );
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});
beforeEach(async () => {
  await ledger.client.query(
    `TRUNCATE analytics.notifications, analytics.told_facts, analytics.notification_settings, ledger.imports,
              analytics.unusual_activities, analytics.audit_outbox, reports.ai_reports, auth.audit_events,
              sessions.approval_requests RESTART IDENTITY CASCADE;
     DELETE FROM analytics.detection_runs`,
  );
  for (const person of [ANNA, BEN]) await analytics.put(SETTINGS, EVERYTHING, person);
});

const collect = () => analytics.app.get(NotificationCollector, { strict: false }).collect();
const notificationsOf = async (person: TestUser): Promise<Notification[]> =>
  (await analytics.get(LIST, person)).body.newest;
const summariesOf = async (person: TestUser) =>
  (await notificationsOf(person)).map(
    ({ kind, outcome, subjectId, count }: Notification) => `${kind} ${outcome ?? '-'} ${subjectId ?? '-'} ${count}`,
  );

/** A run that has just raised alerts with these risks. */
async function aRun(...risks: string[]): Promise<void> {
  await ledger.client.query(
    `WITH run AS (INSERT INTO analytics.detection_runs (kind, policy_version, state, finished_at)
                  VALUES ('full', 1, 'finished', now()) RETURNING id)
     INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
            risk_level, description, evidence, rule_version, policy_version, run_id)
     SELECT 'structuring', 'A', (SELECT coalesce(max(transaction_id), 0) FROM analytics.unusual_activities) + n,
            '2026-06-01', 1, risk, 'Possible pattern', '{}', 1, 1, run.id
       FROM run, unnest($1::text[]) WITH ORDINALITY AS r (risk, n)`,
    [risks],
  );
}

const anImport = (state: string, by: TestUser) =>
  ledger.client.query(
    `INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by, uploaded_by_name, finished_at)
     VALUES ('november.ach', 1, repeat('a', 64), $1, $2, $3, now())`,
    [state, by.id, by.name],
  );

describe('notifications', () => {
  it('alert notifications count a run’s new alerts by risk, identify a single alert by number, and arrive once', async () => {
    await aRun('high', 'high', 'medium', 'low');
    expect(await collect()).toBe(4);
    expect(await collect()).toBe(0);
    expect(await summariesOf(ANNA)).toEqual(['medium_alerts - 3 1', 'high_alerts - - 2']);
    expect(await summariesOf(BEN)).toHaveLength(2);
  });

  it('notifications follow the user’s settings, and those turned off at the time are not sent later', async () => {
    await analytics.put(SETTINGS, { ...EVERYTHING, highAlerts: false }, ANNA);
    await aRun('high');
    await collect();
    await analytics.put(SETTINGS, EVERYTHING, ANNA);
    await collect();
    expect([await summariesOf(ANNA), await summariesOf(BEN)]).toEqual([[], ['high_alerts - 1 1']]);
  });

  it('notifications report stored, failed and retried imports by other users', async () => {
    await anImport('failed', ANNA);
    await collect();
    await ledger.client.query("UPDATE ledger.imports SET state = 'stored', finished_at = clock_timestamp()");
    await collect();
    expect(await summariesOf(BEN)).toEqual(['import stored 1 1', 'import failed 1 1']);
    expect((await notificationsOf(BEN))[0]).toMatchObject({
      label: 'november.ach',
      actor: 'anna',
      readAt: null,
    });
    expect(await notificationsOf(ANNA)).toEqual([]);
  });

  it('notifications report the user’s own completed and failed AI reports', async () => {
    await ledger.client.query(
      `INSERT INTO reports.ai_reports (report_type, title, state, requested_by, generated_at)
       VALUES ('custom', 'Of anna', 'completed', 1, now()), ('custom', 'Of ben', 'failed', 2, NULL),
              ('custom', 'Not yet', 'composing', 1, NULL)`,
    );
    await collect();
    expect([await summariesOf(ANNA), await summariesOf(BEN)]).toEqual([
      ['report completed 1 1'],
      ['report failed 2 1'],
    ]);
  });

  it('users are told what others did to their accounts, whatever they chose [finding E 4]', async () => {
    const off = { ...EVERYTHING, highAlerts: false, ownAlerts: false, colleaguesImports: false };
    await analytics.put(SETTINGS, off, ANNA);
    const event = (seq: number, action: string, actor: number, detail: object) =>
      ledger.client.query(
        `INSERT INTO auth.audit_events (seq, id, at, recorded_at, actor_id, actor_name, actor_role, action, subject_type,
           subject_id, detail, previous_hash, key_id, hash)
         VALUES ($1, gen_random_uuid(), now(), now(), $2, $3, 'Admin', $4, 'user', '1', $5, '', '', '')`,
        [seq, actor, actor === 1 ? 'anna' : 'ben', action, detail],
      );
    await event(901, 'password.reset', 2, { forceReset: false });
    await event(902, 'two_factor.reset', 2, {});
    await event(903, 'session.ended', 1, { by: 'self' });
    await event(904, 'session.signed_in', 1, {});
    await collect();
    await collect();
    expect(await notificationsOf(ANNA)).toMatchObject([
      { kind: 'account', outcome: 'two_factor_reset', actor: 'ben' },
      { kind: 'account', outcome: 'password_reset_kept', actor: 'ben' },
    ]);
    expect(await notificationsOf(BEN)).toEqual([]);
  });

  it('admins other than the requester are told about an action that waits for approval', async () => {
    await ledger.client.query("UPDATE auth.users SET role = 'Admin' WHERE username = 'ben'");
    await ledger.client.query(
      `INSERT INTO sessions.approval_requests (kind, method, path, requested_by_id, requested_by, expires_at)
       VALUES ('import_undo', 'DELETE', '/api/imports/1', 9, 'cora', now() + interval '1 hour'),
              ('role_change', 'PUT', '/api/users/1', 2, 'ben', now() + interval '1 hour'),
              ('role_change', 'PUT', '/api/users/3', 9, 'cora', now() - interval '1 hour')`,
    );
    await collect();
    expect(await notificationsOf(BEN)).toMatchObject([{ kind: 'approval', label: 'import_undo', actor: 'cora' }]);
    expect(await notificationsOf(ANNA)).toEqual([]);
    await ledger.client.query("UPDATE auth.users SET role = 'User'");
  });

  it('notifications report other users’ actions on the user’s alerts', async () => {
    await aRun('low', 'low', 'low');
    for (const id of [1, 2, 3]) await analytics.put(`/api/unusual-activities/${id}/assignment`, undefined, ANNA);
    const admin: TestUser = { ...BEN, role: 'Admin' };
    await analytics.put('/api/unusual-activities/1/assignment', undefined, admin);
    await analytics.delete('/api/unusual-activities/2/assignment', admin);
    await analytics.delete('/api/unusual-activities/3/assignment', ANNA);
    await analytics.patch('/api/unusual-activities/3/review', { outcome: 'explained' }, ANNA);
    await analytics.post('/api/unusual-activities/3/reopen', { reason: 'Look again' }, admin);
    await collect();
    expect(await summariesOf(ANNA)).toEqual([
      'own_alert reopened 3 1',
      'own_alert released 2 1',
      'own_alert assigned 1 1',
    ]);
    expect((await notificationsOf(ANNA))[0]?.actor).toBe('ben');
    expect(await notificationsOf(BEN)).toEqual([]);
  });

  it('notifications report the SAR due date of the user’s own alert once', async () => {
    await aRun('low', 'low');
    await ledger.client.query(
      `UPDATE analytics.unusual_activities SET reviewed = true, review_outcome = 'suspicious', reviewed_by = 1,
              created_at = now() - CASE id WHEN 1 THEN interval '25 days' ELSE interval '20 days' END`,
    );
    await collect();
    await collect();
    expect(await summariesOf(ANNA)).toEqual(['sar_due ahead 1 1']);
    expect(await notificationsOf(BEN)).toEqual([]);
  });

  it('notifications do not report events older than the notification feature', async () => {
    await ledger.client.query("UPDATE analytics.telling_since SET since = now() + interval '1 hour'");
    await aRun('high');
    await anImport('stored', ANNA);
    expect(await collect()).toBe(0);
    await ledger.client.query("UPDATE analytics.telling_since SET since = now() - interval '1 hour'");
  });
});

describe('a user’s notifications', () => {
  it('a user can mark their own notifications as read, either one or all up to a given one', async () => {
    for (const _ of [1, 2, 3]) await aRun('high');
    await collect();
    const [newestId = 0, , oldestId = 0] = (await notificationsOf(ANNA)).map(({ id }) => id);
    const read = (id: number, andOlder: boolean, person = ANNA) =>
      analytics.post(`${LIST}/read`, { id, andOlder }, person);
    expect((await read(newestId, false)).body.unread).toBe(2);
    expect((await read(oldestId, true)).body.unread).toBe(1);
    expect((await read(newestId, true)).body.unread).toBe(0);
    // The id of another user's notification marks none of that user's notifications and none of the caller's newer ones.
    await read((await notificationsOf(BEN))[0]?.id ?? 0, false);
    expect(await unreadOf(BEN)).toBe(3);
  });

  it('notifications are deleted when they are too old or exceed the limit per user', async () => {
    await ledger.client.query(
      `INSERT INTO analytics.notifications (user_id, kind, created_at)
       SELECT 1, 'high_alerts', now() FROM generate_series(1, 230)
       UNION ALL SELECT 2, 'high_alerts', now() - interval '91 days'`,
    );
    await analytics.app.get(NotificationCleanup, { strict: false }).runNow();
    expect(await unreadOf(ANNA)).toBe(200);
    expect(await unreadOf(BEN)).toBe(0);
  });
});

const unreadOf = async (person: TestUser): Promise<number> => (await analytics.get(LIST, person)).body.unread;

describe('notification settings', () => {
  it('notification settings are stored per user, validated and audited', async () => {
    const { status, body } = await analytics.put(SETTINGS, { ...EVERYTHING, sarDaysLeft: 3 }, BEN);
    expect([status, body.sarDaysLeft]).toEqual([200, 3]);
    expect((await analytics.get(SETTINGS, ANNA)).body).toEqual(EVERYTHING);
    expect((await analytics.get(SETTINGS, { id: 77, name: 'new' })).body).toMatchObject({
      highAlerts: true,
      mediumAlerts: false,
    });
    for (const wrong of [{ sarDaysLeft: 0 }, { sarDaysLeft: 30 }, { highAlerts: 'yes' }, { more: true }])
      expect((await analytics.put(SETTINGS, { ...EVERYTHING, ...wrong }, BEN)).status).toBe(400);
    const { rows } = await ledger.client.query(
      `SELECT actor_name, detail->>'sarDaysLeft' AS days FROM analytics.audit_outbox
        WHERE action = 'settings.notifications_saved' ORDER BY at DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ actor_name: 'ben', days: '3' }]);
  });

  it('notifications are refused to callers who are not staff', async () => {
    expect((await analytics.http().get(LIST)).status).toBe(401);
    expect((await analytics.get(LIST, { id: 1, name: 'gateway', role: 'Gateway' })).status).toBe(403);
  });
});
