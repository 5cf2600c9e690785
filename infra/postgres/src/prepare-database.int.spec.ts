import { CHAIN_BREAKS_SQL } from '@clearwatch/analytics/detection/alert-chain-breaks';
import { canonicalHead, canonicalText, GENESIS } from '@clearwatch/auth/audit/audit-chain';
import { verifyChain } from '@clearwatch/auth/audit/audit-verification';
import { QUEUES } from '@clearwatch/contracts/job-definition';
import { toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { insertRows } from '@clearwatch/service-kit/database/query-rows';
import { Client } from 'pg';
import { emptyDatabase } from './backup/testing/backup-test-databases.ts';
import { MIGRATIONS_OF, prepareDatabase, prepareTablesAsOf } from './prepare-database.ts';
import { FORMER_QUEUE_ROLE, OBJECT_OWNER, roleDatabaseUrl, SCHEMA_OWNERS, SERVICE_QUEUES } from './schema-owners.ts';
import { createTestDatabase, TEST_PASSWORDS, type TestDatabase } from './testing/test-database.ts';

async function as<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs one statement as the role in `url`. @returns 'allowed' or the SQLSTATE of the rejection */
async function attempt(url: string, sql: string): Promise<string> {
  return as(url, async (client) => {
    try {
      await client.query(sql);
      return 'allowed';
    } catch (error) {
      return String((error as { code?: string }).code);
    }
  });
}

const DENIED = '42501';

describe('database preparation', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  it('a prepared database does not change when two processes prepare it again concurrently [fault 3.10]', async () => {
    const snapshot = () =>
      as(database.ownerUrl, async (client) => {
        const { rows } = await client.query<{ dump: string }>(
          `SELECT string_agg(n.nspname || '.' || c.relname || ':' || coalesce(c.relacl::text, ''), ',' ORDER BY n.nspname, c.relname) AS dump
           FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname NOT LIKE 'pg\\_%'`,
        );
        return rows[0]?.dump;
      });
    const before = await snapshot();
    await Promise.all([
      prepareDatabase(database.ownerUrl, TEST_PASSWORDS),
      prepareDatabase(database.ownerUrl, TEST_PASSWORDS),
    ]);
    expect(await snapshot()).toBe(before);
  });

  const foreign = SCHEMA_OWNERS.flatMap((owner) =>
    SCHEMA_OWNERS.filter((other) => other !== owner).map((other) => [owner.service, other.schema] as const),
  );

  it.each(foreign)(
    'a prepared database prevents %s from writing to the schema %s [security 3.8]',
    async (service, schema) => {
      const tables = await as(database.ownerUrl, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1',
          [schema],
        );
        return rows.map(({ name }) => name);
      });
      expect(tables.length).toBeGreaterThan(1);
      for (const table of tables) {
        expect(await attempt(database.urlFor(service), `DELETE FROM ${schema}.${table}`)).toBe(DENIED);
        expect(await attempt(database.urlFor(service), `INSERT INTO ${schema}.${table} DEFAULT VALUES`)).toBe(DENIED);
      }
    },
  );

  it('a prepared database lets only auth read passwords and two-factor secrets [security 3.8]', async () => {
    for (const service of ['gateway', 'ingest', 'analytics', 'reports'] as const) {
      expect(await attempt(database.urlFor(service), 'SELECT password FROM auth.users')).toBe(DENIED);
    }
    expect(await attempt(database.urlFor('gateway'), 'SELECT id, role FROM auth.principals')).toBe('allowed');
  });

  it('a prepared database prevents services from creating tables and deleting migrations', async () => {
    for (const { service, schema } of SCHEMA_OWNERS) {
      expect(await attempt(database.urlFor(service), `CREATE TABLE ${schema}.intruder (id int)`)).toBe(DENIED);
      expect(await attempt(database.urlFor(service), `DELETE FROM ${schema}.migrations`)).toBe(DENIED);
    }
  });

  it('preparing a database revokes grants that were made by hand or by an earlier version', async () => {
    await as(database.ownerUrl, async (client) => {
      await client.query('GRANT USAGE ON SCHEMA auth TO clearwatch_reports, clearwatch_gateway');
      await client.query('GRANT SELECT, DELETE ON auth.users TO clearwatch_reports, clearwatch_gateway');
    });
    await prepareDatabase(database.ownerUrl, TEST_PASSWORDS);
    for (const url of [database.urlFor('reports'), database.urlFor('gateway')]) {
      expect(await attempt(url, 'SELECT 1 FROM auth.users')).toBe(DENIED);
      expect(await attempt(url, 'DELETE FROM auth.users')).toBe(DENIED);
    }
    expect(await attempt(database.urlFor('reports'), 'SELECT 1 FROM ledger.members')).toBe('allowed');
  });

  it('preparing a database revokes grants to PUBLIC, which would also let services change their append-only tables', async () => {
    await as(database.ownerUrl, async (client) => {
      await client.query('GRANT DELETE ON auth.audit_events TO PUBLIC');
      await client.query('GRANT UPDATE (actor_name) ON auth.audit_events TO clearwatch_auth');
      await client.query('GRANT EXECUTE ON FUNCTION auth.expire_audit_month TO PUBLIC');
    });
    await prepareDatabase(database.ownerUrl, TEST_PASSWORDS);
    expect(await attempt(database.urlFor('auth'), 'DELETE FROM auth.audit_events')).toBe(DENIED);
    expect(await attempt(database.urlFor('auth'), "UPDATE auth.audit_events SET actor_name = 'x'")).toBe(DENIED);
    expect(await attempt(database.urlFor('ingest'), "SELECT auth.expire_audit_month('2020-01-01')")).toBe(DENIED);
  });

  it.each(SCHEMA_OWNERS)(
    'a prepared database shows $service only the jobs and events of its own queues',
    async (owner) => {
      const names = Object.values(QUEUES);
      await as(database.ownerUrl, async (client) => {
        await client.query('TRUNCATE queue.job, queue.event CASCADE');
        await client.query(
          `INSERT INTO queue.job (queue, id, seq, name, state, added_at_ms)
         SELECT name, 'job', 1, 'x', 'waiting', 0 FROM unnest($1::text[]) AS name`,
          [names],
        );
        await client.query(
          `INSERT INTO queue.event (queue, event, created_at_ms) SELECT name, 'x', 0 FROM unnest($1::text[]) AS name`,
          [names],
        );
      });
      const own = SERVICE_QUEUES[owner.service].toSorted();
      const others = names.filter((name) => !own.includes(name));
      await as(database.urlFor(owner.service), async (client) => {
        for (const table of ['job', 'event']) {
          const { rows } = await client.query<{ queue: string }>(`SELECT queue FROM queue.${table} ORDER BY queue`);
          expect(rows.map(({ queue }) => queue)).toEqual(own);
        }
        expect((await client.query('UPDATE queue.job SET priority = 1')).rowCount).toBe(own.length);
        expect((await client.query('DELETE FROM queue.event')).rowCount).toBe(own.length);
        for (const name of others)
          await expect(client.query(`SELECT queue.publish_event($1, 'x', '{}')`, [name])).rejects.toThrow(
            /row-level security/,
          );
      });
    },
  );

  it('the former role for all queues can no longer sign in, and no service uses the relays of BullMQ', async () => {
    await as(database.ownerUrl, (client) => client.query(`CREATE ROLE ${FORMER_QUEUE_ROLE} LOGIN PASSWORD 'x'`));
    try {
      await as(database.ownerUrl, (client) => client.query(`GRANT SELECT ON queue.job TO ${FORMER_QUEUE_ROLE}`));
      await prepareDatabase(database.ownerUrl, TEST_PASSWORDS);
      const { rows } = await as(database.ownerUrl, (client) =>
        client.query(
          `SELECT rolcanlogin, has_table_privilege(oid, 'queue.job', 'SELECT') AS reads FROM pg_roles WHERE rolname = $1`,
          [FORMER_QUEUE_ROLE],
        ),
      );
      expect(rows).toEqual([{ rolcanlogin: false, reads: false }]);
    } finally {
      await as(database.ownerUrl, (client) => client.query(`DROP ROLE ${FORMER_QUEUE_ROLE}`));
    }
    expect(await attempt(database.urlFor('gateway'), 'SELECT * FROM queue.relay_node')).toBe(DENIED);
  });

  it('a prepared database rejects NaN as an amount', async () => {
    const sql = `INSERT INTO ledger.members (company, last_name, first_name, account_number, original_account, account_numbers, total_credits)
                 VALUES ('c', 'l', 'f', '1', '1', '{1}', 'NaN')`;
    expect(await attempt(database.urlFor('ingest'), sql)).toBe('23514');
  });
});

describe('upgrade of an earlier version', () => {
  const SINCE = ['ProtectAuditHead1766300000002', 'CreateAnchorProblems1766300000003', 'KeyAlertChain1766300000004'];
  const KEYS = new ChainKeys('5'.repeat(64));

  async function recordOneEvent(client: Client): Promise<void> {
    const actor = { userId: 1, username: 'ada', role: 'Admin', requestId: 'x', address: null } as const;
    const row = toAuditRow(actor, { action: 'user.created', subject: { type: 'user', id: 2 } });
    const event = { ...row, seq: 1, recordedAt: row.at, previousHash: GENESIS, keyId: KEYS.currentId };
    const hash = KEYS.mac(canonicalText(event));
    const head = { seq: 1, hash, recordedAt: row.at, keyId: KEYS.currentId };
    await insertRows(client, 'auth.audit_events', [{ ...event, hash }]);
    await insertRows(client, 'auth.audit_head', [{ id: true, ...head, mac: KEYS.mac(canonicalHead(head)) }]);
  }

  it('the audit log and the alert chain of an earlier version verify after the upgrade, and their objects get the new owner', async () => {
    const earlier = await emptyDatabase();
    try {
      const applied = Object.fromEntries(
        SCHEMA_OWNERS.map(({ service, schema }) => [
          schema,
          MIGRATIONS_OF[service].map(({ name }) => name).filter((name) => !SINCE.includes(name)),
        ]),
      );
      await prepareTablesAsOf(earlier.ownerUrl, { passwords: TEST_PASSWORDS, applied });
      await as(earlier.ownerUrl, async (client) => {
        await recordOneEvent(client);
        await client.query(`
          GRANT USAGE ON SCHEMA auth TO clearwatch_auth;
          GRANT DELETE ON auth.recorded_audit_events TO clearwatch_auth;
          INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
            description, evidence, rule_version, policy_version)
          SELECT 'large_credit', 'x', n, '2026-08-17', 1, '', '{}', 1, 1 FROM generate_series(1, 3) n;
          SELECT analytics.append_alert_links('{1,2,3}', 'raised')`);
      });
      await prepareDatabase(earlier.ownerUrl, TEST_PASSWORDS);
      const asAuth = roleDatabaseUrl(earlier.ownerUrl, 'clearwatch_auth', TEST_PASSWORDS);
      expect(await attempt(asAuth, 'DELETE FROM auth.recorded_audit_events')).toBe(DENIED);
      await as(earlier.ownerUrl, async (client) => {
        expect(await verifyChain(client, KEYS)).toMatchObject({ intact: true, events: 1 });
        expect((await client.query(CHAIN_BREAKS_SQL)).rows).toEqual([]);
        const { rows } = await client.query(
          `SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relname = 'alert_links'`,
        );
        expect(rows).toEqual([{ owner: OBJECT_OWNER }]);
      });
    } finally {
      await earlier.drop();
    }
  });
});
