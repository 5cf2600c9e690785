import type { AuditEvent, AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { type AuditEntry, toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { auditEntryFixture, requestAuth, TEST_ADMIN, TestAuditLog } from '../testing/audit-log-fixtures.ts';
import { type AuthTestContext, startAuth } from '../testing/auth-test-context.ts';

let audit: TestAuditLog;
let auth: AuthTestContext;

beforeAll(async () => {
  audit = await TestAuditLog.open();
  auth = await startAuth({ database: audit.database });
  await audit.owner.query('TRUNCATE auth.audit_events, auth.audit_head CASCADE');
  // The owner can write anything to the head.
  await audit.owner.query('ALTER TABLE auth.audit_head DISABLE TRIGGER audit_head_moves_forward');
  await audit.keep();
});
afterEach(() => audit.restore());
afterAll(async () => {
  await auth.close();
  await audit.close();
});

const BEN: Actor = { ...TEST_ADMIN, userId: 8, username: 'ben_10%', role: 'User', address: '198.51.100.7' };
const get = (path: string, actor?: Actor) => requestAuth(auth, 'get', path, actor);
const seqs = async (query: string) =>
  ((await get(`/api/audit-events?${query}`)).body as AuditEvent[]).map(({ seq }) => seq);

/** 1: paula creates anna · 2: ben views an alert · 3: ben fails to sign in · 4: a month expires. */
async function fourEvents(): Promise<void> {
  const viewed: AuditEntry = { action: 'alert.viewed', subject: { type: 'alert', id: 12, label: 'a\\b_c' } };
  const failed: AuditEntry = { action: 'session.sign_in_failed', subject: { type: 'user', id: 8 } };
  const expired: AuditEntry = { action: 'audit.expired', subject: { type: 'audit', id: '2026-10' } };
  const system: Actor = {
    userId: null,
    username: 'system',
    role: 'System',
    requestId: 'seal',
    address: null,
  };
  const rows = [
    toAuditRow(TEST_ADMIN, auditEntryFixture('anna'), new Date('2026-03-01T23:59:59.999Z')),
    toAuditRow(BEN, viewed, new Date('2026-03-02T00:00:00.000Z')),
    toAuditRow(BEN, failed, new Date('2026-03-02T23:59:59.999Z')),
    toAuditRow(system, expired, new Date('2026-03-03T00:00:00.000Z')),
  ];
  await audit.source.transaction((manager) => audit.log().appendRows(rows, manager));
}

describe('one audit event', () => {
  it('an audit event is returned by number to admins only', async () => {
    await fourEvents();
    const { status, body } = await get('/api/audit-events/2');
    expect([status, body]).toEqual([200, expect.objectContaining({ seq: 2, action: 'alert.viewed' })]);
    expect((await get('/api/audit-events/2', BEN)).status).toBe(403);
  });

  it.each(['5', '0', '-1', 'two', '9999999999999999999'])(
    'the audit log returns 404 for the event number %s',
    async (seq) => {
      await fourEvents();
      expect((await get(`/api/audit-events/${seq}`)).status).toBe(404);
    },
  );
});

describe('the list of audit events', () => {
  it('the list of audit events shows the newest event first with exactly the fields of the screen', async () => {
    await audit.append();
    const { status, body, headers } = await get('/api/audit-events');
    expect([status, headers['x-total-count']]).toEqual([200, '1']);
    expect(body).toEqual([
      {
        seq: 1,
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        actorId: 7,
        actorName: 'paula',
        actorRole: 'Admin',
        action: 'user.created',
        subjectType: 'user',
        subjectId: '12',
        subjectLabel: 'anna',
        address: '192.0.2.1',
        requestId: 'test-request',
        detail: { role: 'User' },
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  it.each([
    ['', [4, 3, 2, 1]],
    ['search=PAULA', [1]],
    ['search=anna', [1]],
    ['search=51.100', [3, 2]],
    ['search=2026-10', [4]],
    ['search=sign_in', [3]],
    ['search=Sign-in%20failed', [3]],
    ['search=%20%20anna%20', [1]],
    ['search=%20', [4, 3, 2, 1]],
    ['search=%25', [3, 2]],
    ['search=_', [3, 2]],
    ['search=a%5Cb_c', [2]],
    ['search=%5C', [2]],
    ['search=b%25c', []],
    ["search='%20OR%20true%20--", []],
    ['action=user.created', [1]],
    ['action=session', [3]],
    ['action=audit', [4]],
    ['actorId=8', [3, 2]],
    ['actorId=8&action=alert', [2]],
    ['subjectType=user', [3, 1]],
    ['subjectType=user&subjectId=8', [3]],
    ['from=2026-03-02', [4, 3, 2]],
    ['to=2026-03-02', [3, 2, 1]],
    ['from=2026-03-02&to=2026-03-02', [3, 2]],
    ['page=2&pageSize=3', [1]],
    ['page=9', []],
  ])('the list of audit events is filtered by ?%s and returns %j', async (query, expected) => {
    await fourEvents();
    expect(await seqs(query)).toEqual(expected);
  });

  it('the list of audit events returns fifty events by default and the total count', async () => {
    const rows = Array.from({ length: 60 }, () => toAuditRow(TEST_ADMIN, auditEntryFixture()));
    await audit.source.transaction((manager) => audit.log().appendRows(rows, manager));
    const { body, headers } = await get('/api/audit-events');
    expect([body.length, headers['x-total-count']]).toEqual([50, '60']);
  });

  it('the list of audit events shows an event whose action this version does not have', async () => {
    const row = { ...toAuditRow(TEST_ADMIN, auditEntryFixture()), action: 'vault.opened' };
    await audit.source.transaction((manager) => audit.log().appendRows([row], manager));
    expect((await get('/api/audit-events')).body).toMatchObject([{ action: 'vault.opened' }]);
  });

  it.each([
    'page=0',
    'page=1.5',
    'pageSize=501',
    'pageSize=',
    'actorId=0',
    'actorId=7.5',
    'actorId=99999999999',
    'actorId=1%20OR%201',
    'action=user.',
    'action=everything',
    'from=2026-02-30',
    'from=0000-01-01',
    'from=yesterday',
    'to=2026-1-1',
    'from=2026-03-02&to=2026-03-01',
    'search=a%00b',
    `search=${'a'.repeat(201)}`,
    'search=a&search=b',
    'color=red',
    'sort=seq',
  ])('the list of audit events rejects ?%s with a reason', async (query) => {
    const { status, text } = await get(`/api/audit-events?${query}`);
    expect(status).toBe(400);
    expect(text.length).toBeGreaterThan(10);
  });

  it.each([
    ['get', '/api/audit-events'],
    ['get', '/api/audit-events/export'],
    ['post', '/api/audit-events/verify'],
    ['get', '/api/users/7/activity'],
  ] as const)('the request %s %s is allowed to admins only', async (method, path) => {
    expect((await requestAuth(auth, method, path, BEN)).status).toBe(403);
    expect((await requestAuth(auth, method, path, null)).status).toBe(401);
  });
});

describe('recent activity of a user', () => {
  it('the activity of a user lists at most twenty events by or about the user, newest first', async () => {
    await fourEvents();
    expect((await get('/api/users/8/activity')).body).toMatchObject([{ seq: 3 }, { seq: 2 }]);
    expect((await get('/api/users/12/activity')).body).toMatchObject([{ seq: 1 }]);
    const rows = Array.from({ length: 30 }, () => toAuditRow(BEN, auditEntryFixture()));
    await audit.source.transaction((manager) => audit.log().appendRows(rows, manager));
    const { body } = await get('/api/users/8/activity');
    expect((body as AuditEvent[]).map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => 34 - index));
  });

  it('an unknown user has no activity, and a malformed user id returns 404', async () => {
    expect((await get('/api/users/99/activity')).body).toEqual([]);
    for (const id of ['0', '-1', '1.5', 'abc', '2147483648', '99999999999999999999', '%00', '1%20or%201']) {
      expect((await get(`/api/users/${id}/activity`)).status).toBe(404);
    }
  });
});

describe('verification on request', () => {
  const verify = () => requestAuth(auth, 'post', '/api/audit-events/verify');

  it('a requested verification of the audit log returns the result and is recorded', async () => {
    await fourEvents();
    const { status, body } = await verify();
    expect(status).toBe(200);
    expect(body).toMatchObject({ intact: true, events: 4, lastSeq: 4 });
    expect((await get('/api/audit-events?action=audit.verified')).body).toMatchObject([
      { actorName: 'paula', detail: { intact: true, events: 4 } },
    ]);
  });

  it('a requested verification names an altered event in the response and in the audit log', async () => {
    await fourEvents();
    await audit.owner.query("UPDATE auth.audit_events SET actor_name = 'eve' WHERE seq = 2");
    const { body } = await verify();
    const sentence = 'Event 2 from Mar 2, 2026 00:00 UTC was altered after it was written.';
    expect(body).toMatchObject({ intact: false, brokenAt: { seq: 2, problem: 'altered', sentence } });
    expect((await get('/api/audit-events?action=audit.verified')).body).toMatchObject([
      { detail: { intact: false, brokenAt: sentence } },
    ]);
  });

  it.each([
    ['DELETE FROM auth.audit_head', 'is missing'],
    ['UPDATE auth.audit_head SET seq = 9223372036854775807', 'was altered'],
    ['UPDATE auth.audit_head SET seq = 2', 'was altered'],
  ])(
    'a requested verification reports a broken audit log even if nothing can be recorded (%s)',
    async (tampering, what) => {
      await fourEvents();
      await audit.owner.query(tampering);
      const { status, body } = await verify();
      expect(status).toBe(200);
      expect((body as AuditVerification).brokenAt?.sentence).toContain(what);
    },
  );

  it('each of ten concurrent verifications of the audit log is answered and recorded', async () => {
    await fourEvents();
    const answers = await Promise.all(Array.from({ length: 10 }, verify));
    expect(answers.map(({ body }) => (body as { intact: boolean }).intact)).toEqual(Array(10).fill(true));
    expect((await get('/api/audit-events?action=audit.verified')).body).toHaveLength(10);
  });
});
