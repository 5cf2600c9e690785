import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import pg, { Client } from 'pg';
import { DataSource } from 'typeorm';
import { SCHEMA_OWNERS } from '../schema-owners.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { purgeNow } from './run-purge.ts';

const SCHEMAS = ['ledger', 'analytics', 'reports', 'auth'];

let fresh: TestDatabase;
let database: DataSource;
let said: string[];
const connected: Client[] = [];

beforeAll(async () => {
  fresh = await createTestDatabase();
  database = new DataSource({ type: 'postgres', driver: pg, url: fresh.ownerUrl, poolSize: 2 });
  await database.initialize();
});
afterAll(async () => {
  for (const client of connected) await client.end();
  await database.destroy();
  await fresh.drop();
});
beforeEach(async () => {
  said = [];
  for (const schema of SCHEMAS) {
    await database.query(`DELETE FROM ${schema}.purge_runs`);
    await database.query(
      `INSERT INTO ${schema}.purge_runs (day, removed, finished_at) VALUES ('2026-11-20', '{"entries": 7}', now())`,
    );
  }
});

/** Opens connections so that the services appear to be running. */
async function work(...services: readonly string[]): Promise<void> {
  for (const { service } of SCHEMA_OWNERS.filter((owner) => services.includes(owner.service))) {
    const client = new Client({ connectionString: fresh.urlFor(service) });
    await client.connect();
    connected.push(client);
  }
}

/** Finishes open runs the way the services would. */
async function finish(removed: object, failure: string | null = null): Promise<void> {
  await waitUntil('the purge is requested', () => said.length > 0);
  for (const schema of SCHEMAS)
    await database.query(
      `UPDATE ${schema}.purge_runs SET finished_at = now(), removed = $1, failure = $2 WHERE finished_at IS NULL`,
      [removed, failure],
    );
}

const now = (timeoutMs = 60_000) => purgeNow(database, { say: (line) => void said.push(line), timeoutMs, searchMs: 0 });

const runs = (): Promise<object[]> => database.query('SELECT day::text, removed, finished_at FROM ledger.purge_runs');

describe('a purge requested by an operator', () => {
  it('a requested purge fails and names the services that are not running, without changing anything', async () => {
    await work('ingest', 'analytics', 'gateway');
    await expect(now()).rejects.toThrow(/^No purge was requested: auth, reports are not running/);
    await work('auth');
    await expect(now()).rejects.toThrow(': reports is not running on this database. Start Clearwatch first.');
    await work('reports');
    expect(await runs()).toMatchObject([{ finished_at: expect.any(Date) }]);
  });

  it("a requested purge reopens each service's newest run for the same day and queues an audit event", async () => {
    await expect(now(0)).rejects.toThrow('Entries, imports, files: still running.');
    expect(await runs()).toEqual([{ day: '2026-11-20', removed: {}, finished_at: null }]);
    const events = await database.query('SELECT action, actor_name, subject_type FROM ledger.audit_outbox');
    expect(events).toEqual([{ action: 'retention.purge_asked', actor_name: 'operator', subject_type: 'retention' }]);
  });

  it('a requested purge waits for a run that is already in progress', async () => {
    await database.query("UPDATE ledger.purge_runs SET finished_at = NULL, day = '2026-11-19'");
    await expect(now(0)).rejects.toThrow('still running');
    expect(await runs()).toEqual([{ day: '2026-11-19', removed: { entries: 7 }, finished_at: null }]);
  });

  it('a requested purge prints the number of entries that each service removed', async () => {
    const [code] = await Promise.all([now(), finish({ entries: 42 })]);
    expect(code).toBe(0);
    expect(said).toEqual([
      'Purge requested. It continues even if you stop this command.',
      '  Entries, imports, files: 42 entries removed',
      '  Alerts: 42 entries removed',
      '  AI reports: 42 entries removed',
      '  Audit log: 42 entries removed',
    ]);
  });

  it("a requested purge fails with the reason when a service's purge fails", async () => {
    const [code] = await Promise.all([now(), finish({}, 'The purge has failed several times.')]);
    expect(code).toBe(1);
    expect(said[2]).toBe('  Alerts: The purge has failed several times. The next daily purge continues.');
  });
});
