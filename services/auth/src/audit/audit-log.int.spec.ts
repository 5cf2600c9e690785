import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS, type AuditDetail } from '@clearwatch/contracts/audit-events';
import { SCHEMA_OWNERS } from '@clearwatch/infra-postgres/schema-owners';
import { toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { Client } from 'pg';
import { auditEntryFixture, TEST_ADMIN, TestAuditLog } from '../testing/audit-log-fixtures.ts';

let audit: TestAuditLog;
beforeEach(async () => {
  audit = await TestAuditLog.open();
});
afterEach(() => audit.close());

const sequence = async () =>
  (await audit.owner.query<{ seq: string }>('SELECT seq FROM auth.audit_events ORDER BY seq')).rows.map(({ seq }) =>
    Number(seq),
  );

describe('appending to the audit log', () => {
  it('twenty concurrent transactions build an intact audit chain without gaps', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        audit.source.transaction((manager) => audit.log().append(TEST_ADMIN, auditEntryFixture(), manager)),
      ),
    );
    expect(await sequence()).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await audit.verify()).toMatchObject({ intact: true, events: 20, firstSeq: 1, lastSeq: 20 });
  });

  it('a rollback leaves no audit event and no gap in the chain', async () => {
    await audit.append();
    const undone = audit.source.transaction(async (manager) => {
      await audit.log().append(TEST_ADMIN, auditEntryFixture('another user'), manager);
      throw new Error('the action failed');
    });
    await expect(undone).rejects.toThrow('the action failed');
    await audit.append();
    expect(await sequence()).toEqual([1, 2]);
    expect(await audit.verify()).toMatchObject({ intact: true, lastSeq: 2 });
  });

  it('an audit event that arrives several times is stored once', async () => {
    const row = toAuditRow(TEST_ADMIN, auditEntryFixture());
    const hand = () => audit.source.transaction((manager) => audit.log().appendRows([row], manager));
    await Promise.all([hand(), hand(), hand()]);
    await hand();
    expect(await sequence()).toEqual([1]);
  });

  it('the audit log never records an event earlier than the previous one when the clock is set back [fault 6.2]', async () => {
    await audit.append({ at: '2026-03-01T00:00:05.000Z' });
    await audit.append({ at: '2026-02-28T23:59:59.000Z' });
    const { rows } = await audit.owner.query('SELECT recorded_at FROM auth.audit_events ORDER BY seq');
    expect(rows[1]).toEqual(rows[0]);
    expect((await audit.verify()).intact).toBe(true);
  });

  it('the audit log hashes the stored form of all kinds of details', async () => {
    const details: AuditDetail[] = [
      {
        text: 'Zoë "quoted" \\ \u{1F600} \u0000 \n',
        zero: -0,
        tiny: 1e-9,
        large: 1e21,
        yes: true,
        none: null,
      },
      { b: 1, a: 2, '10': 3, '9': 4, ['__proto__']: 5 },
      { left: undefined as unknown as null, not: Number.NaN },
      {},
    ];
    for (const detail of details) await audit.append({ entry: { ...auditEntryFixture(), detail } });
    expect(await audit.verify()).toMatchObject({ intact: true, events: details.length });
  });

  it('the audit log removes line breaks and direction characters from names [security 5.9]', async () => {
    await audit.append({
      entry: auditEntryFixture('eve\r\n2026-11-20 admin signed in \u202Egnirts\u001b[2J'),
    });
    const { rows } = await audit.owner.query<{ subject_label: string }>('SELECT subject_label FROM auth.audit_events');
    expect(rows[0]?.subject_label).not.toMatch(/[\p{Cc}\u202E]/u);
  });

  it('audit events with actions of another version stay readable and keep the chain intact', async () => {
    const row = {
      ...toAuditRow(TEST_ADMIN, auditEntryFixture()),
      action: 'vault.opened',
      subjectType: 'vault',
    };
    await audit.source.transaction((manager) => audit.log().appendRows([row], manager));
    await audit.append();
    expect(await audit.verify()).toMatchObject({ intact: true, events: 2 });
  });

  it('the audit log continues with a new key and verifies the events of both keys', async () => {
    const [old, next] = ['5'.repeat(64), '6'.repeat(64)];
    await audit.append({ keys: old });
    await audit.append({ keys: `${next},${old}` });
    expect((await audit.verify({ keys: `${next},${old}` })).intact).toBe(true);
    expect(await audit.verify({ keys: next })).toMatchObject({
      intact: false,
      brokenAt: { seq: 1, problem: 'unknown_key' },
    });
  });
});

describe('the audit log in the database', () => {
  it.each(['audit_events', 'audit_seals', 'audit_expiries'])(
    'the database role of auth cannot change the table %s [security 5.13]',
    async (table) => {
      await audit.append();
      const service = new Client({ connectionString: audit.database.urlFor('auth') });
      await service.connect();
      const column = table === 'audit_events' ? 'actor_name' : 'month';
      const tries = [
        `UPDATE auth.${table} SET ${column} = ${column}`,
        `DELETE FROM auth.${table}`,
        `TRUNCATE auth.${table} CASCADE`,
        `ALTER TABLE auth.${table} DISABLE TRIGGER ALL`,
        `DROP TABLE auth.${table} CASCADE`,
      ];
      for (const sql of tries) await expect(service.query(sql)).rejects.toThrow(/permission denied|must be owner/);
      await service.end();
      expect(await sequence()).toEqual([1]);
    },
  );

  it.each([
    ['seq', '9223372036854775807'],
    ['at', 'infinity'],
    ['recorded_at', '-infinity'],
  ])('the audit log rejects unreadable values from the database role of auth: %s = %s', async (column, value) => {
    await audit.append();
    const insert = audit.source.query(
      `INSERT INTO auth.audit_events
       SELECT (jsonb_populate_record(e, jsonb_build_object('seq', 2, 'id', gen_random_uuid(), $1::text, $2::text))).*
       FROM auth.audit_events e`,
      [column, value],
    );
    await expect(insert).rejects.toThrow(/audit_events_readable/);
  });

  it('other services have no database access to the audit log except the view of recorded events', async () => {
    await audit.append();
    for (const { service } of SCHEMA_OWNERS.filter((owner) => owner.service !== 'auth')) {
      const client = new Client({ connectionString: audit.database.urlFor(service) });
      await client.connect();
      await expect(client.query('SELECT * FROM auth.audit_events')).rejects.toThrow(/permission denied/);
      await expect(client.query("SELECT auth.expire_audit_month('2020-01-01')")).rejects.toThrow(/permission denied/);
      await client.end();
    }
  });
});

describe('names of audit actions', () => {
  it('each audit action is named by area and verb and has a unique label', () => {
    expect(AUDIT_ACTION_NAMES.filter((name) => !/^[a-z_]+\.[a-z_]+$/.test(name))).toEqual([]);
    const labels = Object.values(AUDIT_ACTIONS).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});

// cspell:ignore gnirts
