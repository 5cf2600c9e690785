import { toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { auditEntryFixture, TEST_ADMIN, TestAuditLog } from '../testing/audit-log-fixtures.ts';

const EVENTS = 12;
let audit: TestAuditLog;

beforeAll(async () => {
  audit = await TestAuditLog.open();
  await audit.appendMany(EVENTS);
  await audit.keep();
  // The owner of the tables can remove their constraints.
  await tamper('ALTER TABLE auth.audit_events DROP CONSTRAINT IF EXISTS audit_events_readable');
  await tamper('ALTER TABLE auth.audit_head DISABLE TRIGGER audit_head_moves_forward');
});
afterEach(() => audit.restore());
afterAll(() => audit.close());

const tamper = (sql: string) => audit.owner.query(sql);

describe('verification of the audit chain', () => {
  it('audit verification reports an untouched chain as intact with its newest event [security 5.14]', async () => {
    const { rows } = await audit.owner.query<{ hash: string }>(
      `SELECT hash FROM auth.audit_events WHERE seq = ${EVENTS}`,
    );
    expect(await audit.verify()).toEqual({
      intact: true,
      events: EVENTS,
      expiredMonths: 0,
      firstSeq: 1,
      lastSeq: EVENTS,
      lastHash: rows[0]?.hash,
      brokenAt: null,
      checkedAt: expect.any(String),
    });
  });

  it('audit verification reports an empty log as intact', async () => {
    await tamper('DELETE FROM auth.audit_events; DELETE FROM auth.audit_head');
    expect(await audit.verify()).toMatchObject({ intact: true, events: 0, firstSeq: null, lastHash: null });
  });

  it.each([
    ["at = at - interval '1 hour'", 5],
    ["recorded_at = recorded_at + interval '1 second'", 5],
    ['actor_id = 8', 5],
    ["actor_name = 'ben'", 5],
    ["actor_role = 'User'", 5],
    ["address = '198.51.100.7'", 5],
    ["request_id = 'another'", 5],
    ["action = 'user.deleted'", 5],
    ["subject_type = 'import'", 5],
    ["subject_id = '13'", 5],
    ['subject_label = NULL', 5],
    [`detail = '{"role": "Admin"}'`, 5],
    [`detail = '[1]'`, 5],
    [`detail = detail || '{"more": {"deep": 1}}'`, 5],
    ["at = 'infinity'", 5],
    ["recorded_at = '-infinity'", 5],
    ["at = '290000-01-01'", 5],
    ['id = gen_random_uuid()', 5],
    ['hash = reverse(hash)', 5],
    ['previous_hash = reverse(previous_hash)', 5],
  ])('audit verification names the altered event after the change %s', async (change, seq) => {
    await tamper(`UPDATE auth.audit_events SET ${change} WHERE seq = ${seq}`);
    const { intact, brokenAt } = await audit.verify();
    expect(intact).toBe(false);
    expect(brokenAt).toMatchObject({ seq, problem: 'altered' });
    expect(brokenAt?.sentence).toMatch(
      /^Event 5 (from \w{3} \d+, \d{4} \d\d:\d\d UTC )?was altered after it was written\.$/,
    );
  });

  it('audit verification shows the time of an altered event in readable form', async () => {
    await tamper("UPDATE auth.audit_events SET at = '2026-11-20 09:14:33+00' WHERE seq = 8");
    expect((await audit.verify()).brokenAt?.sentence).toBe(
      'Event 8 from Nov 20, 2026 09:14 UTC was altered after it was written.',
    );
  });

  it.each([
    ['the first', 'seq = 1', { seq: 1, problem: 'missing', sentence: 'Event 1 is missing.' }],
    ['one in the middle', 'seq = 6', { seq: 6, problem: 'missing', sentence: 'Event 6 is missing.' }],
    ['several', 'seq IN (6, 7, 8)', { seq: 6, problem: 'missing', sentence: 'Events 6 to 8 are missing.' }],
    [
      'the newest',
      'seq > 10',
      { seq: 11, problem: 'truncated', sentence: 'Events 11 to 12 are missing from the end of the log.' },
    ],
    ['all', 'true', { seq: 1, problem: 'truncated', sentence: 'Events 1 to 12 are missing from the end of the log.' }],
  ])('audit verification detects the deletion of events: %s', async (_what, which, brokenAt) => {
    await tamper(`DELETE FROM auth.audit_events WHERE ${which}`);
    expect((await audit.verify()).brokenAt).toEqual(brokenAt);
  });

  it('audit verification detects deleted newest events when the head was set back [security 5.14]', async () => {
    await tamper(`DELETE FROM auth.audit_events WHERE seq > 10;
      UPDATE auth.audit_head h SET seq = e.seq, hash = e.hash, recorded_at = e.recorded_at
      FROM auth.audit_events e WHERE e.seq = 10`);
    expect((await audit.verify()).brokenAt).toMatchObject({
      problem: 'altered',
      sentence: 'The record of the newest event was altered after it was written.',
    });
    await tamper('DELETE FROM auth.audit_head');
    expect((await audit.verify()).brokenAt).toMatchObject({ problem: 'truncated' });
  });

  it.each(['seq = 9223372036854775807', "recorded_at = 'infinity'"])(
    'audit verification detects an unreadable head (%s)',
    async (change) => {
      await tamper(`UPDATE auth.audit_head SET ${change}`);
      expect((await audit.verify()).brokenAt).toEqual({
        seq: null,
        problem: 'altered',
        sentence: 'The record of the newest event was altered after it was written.',
      });
    },
  );

  it.each(["sealed_at = 'infinity'", 'first_seq = 9223372036854775807, last_seq = 9223372036854775807'])(
    'audit verification detects an unreadable seal (%s)',
    async (change) => {
      await tamper(`INSERT INTO auth.audit_seals
        VALUES ('2026-10-01', 1, 1, 1, 'x', 'x', now(), 'x', 'x', 'x');
        UPDATE auth.audit_seals SET ${change}`);
      expect((await audit.verify()).brokenAt).toEqual({
        seq: null,
        problem: 'seal',
        sentence: 'The seal for October 2026 was altered after it was made.',
      });
    },
  );

  it('audit verification detects a gap closed by renumbering', async () => {
    await tamper(`DELETE FROM auth.audit_events WHERE seq = 6;
      UPDATE auth.audit_events SET seq = seq - 1 WHERE seq > 6`);
    expect((await audit.verify()).brokenAt).toMatchObject({ seq: 6, problem: 'altered' });
  });

  it('audit verification detects two events that were swapped [security 5.14]', async () => {
    await tamper(`UPDATE auth.audit_events SET seq = 99 WHERE seq = 4;
      UPDATE auth.audit_events SET seq = 4 WHERE seq = 5;
      UPDATE auth.audit_events SET seq = 5 WHERE seq = 99`);
    expect((await audit.verify()).brokenAt).toMatchObject({ seq: 4, problem: 'altered' });
  });

  it.each([
    ['before the first', -3, 'altered'],
    ['after the newest', EVENTS + 1, 'altered'],
    ['with the largest possible number', '9223372036854775807', 'altered'],
  ])('audit verification detects an event inserted %s', async (_where, seq, problem) => {
    await tamper(`INSERT INTO auth.audit_events
      SELECT (jsonb_populate_record(e, jsonb_build_object('seq', ${seq}, 'id', gen_random_uuid()))).*
      FROM auth.audit_events e WHERE e.seq = 3`);
    expect((await audit.verify()).brokenAt).toMatchObject({
      seq: typeof seq === 'number' ? seq : null,
      problem,
      sentence: expect.stringContaining(`Event ${seq} `),
    });
  });

  it('audit verification detects an event of a different log with the same key, for example from a backup', async () => {
    const other = await TestAuditLog.open();
    await other.appendMany(EVENTS);
    const { rows } = await other.owner.query('SELECT row_to_json(e) AS event FROM auth.audit_events e WHERE seq = 7');
    await other.close();
    await tamper('DELETE FROM auth.audit_events WHERE seq = 7');
    await audit.owner.query(
      'INSERT INTO auth.audit_events SELECT * FROM jsonb_populate_record(NULL::auth.audit_events, $1)',
      [JSON.stringify((rows[0] as { event: object }).event)],
    );
    expect((await audit.verify()).brokenAt).toMatchObject({ seq: 7, problem: 'altered' });
  });

  it('audit verification finds a break after many pages', async () => {
    const rows = Array.from({ length: 2_500 }, () => toAuditRow(TEST_ADMIN, auditEntryFixture()));
    await audit.source.transaction((manager) => audit.log().appendRows(rows, manager));
    expect(await audit.verify()).toMatchObject({ intact: true, events: 2_500 + EVENTS });
    await tamper("UPDATE auth.audit_events SET actor_name = 'x' WHERE seq = 2400");
    expect((await audit.verify()).brokenAt).toMatchObject({ seq: 2_400 });
  });
});
