import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DATABASE,
  type EmbeddedPostgres,
  OWNER,
  startEmbeddedPostgres,
} from '@clearwatch/infra-local/embedded-postgres';
import { testFolder } from '@clearwatch/infra-local/test-servers';
import { Replica } from '@clearwatch/reports/transaction-reports/replica.service';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client, Pool } from 'pg';

const PASSWORD = 'only-for-tests';
const REPLICA_TIMEOUT_MS = 60_000;

const STATE = new RowReader({ integer: ['stored'], boolean: ['atReplica'] });

/** Two servers, one of which follows the other through streaming replication. */
describe('read replica', () => {
  let folder: string;
  let primary: EmbeddedPostgres;
  let standby: EmbeddedPostgres;
  let database: Pool;
  let replica: Replica;

  const start = (name: 'primary' | 'standby', port?: number) =>
    startEmbeddedPostgres({
      directory: join(folder, name),
      password: PASSWORD,
      logFile: join(folder, `${name}.log`),
      throwaway: 'throwaway',
      ...(port === undefined ? {} : { port }),
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(testFolder(), 'clearwatch-replica-'));
    chmodSync(folder, 0o711);
    primary = await start('primary');
    await primary.stop();
    copyAsStandby(primary.port);
    primary = await start('primary', primary.port);
    standby = await start('standby');
    database = new Pool({ connectionString: primary.ownerUrl() });
    await database.query('CREATE TABLE stored (id serial PRIMARY KEY)');
    const query = async (sql: string, values?: unknown[]) => (await database.query(sql, values)).rows;
    replica = new Replica(
      { query, transaction: (_isolation, work) => work({ query }) },
      { DATABASE_URL: primary.ownerUrl(), READ_DATABASE_URL: standby.ownerUrl(), DATABASE_POOL: 3 },
      createLogger({ service: 'reports', level: 'silent' }),
    );
  }, 180_000);

  afterAll(async () => {
    await replica?.onApplicationShutdown();
    await database?.end();
    await standby?.stop();
    await primary?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  beforeEach(() => {
    replica.catchesUpWithinMs = REPLICA_TIMEOUT_MS;
  });

  /** Copies the folder of the stopped primary and names the primary to follow. */
  function copyAsStandby(port: number): void {
    const [from, to] = [join(folder, 'primary'), join(folder, 'standby')];
    execFileSync('cp', ['-a', from, to]);
    const signal = join(to, 'standby.signal');
    writeFileSync(signal, '');
    const { uid, gid } = statSync(join(to, 'PG_VERSION'));
    chownSync(signal, uid, gid);
    appendFileSync(
      join(to, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=${OWNER} password=${PASSWORD} dbname=${DATABASE}'\n`,
    );
  }

  async function onStandby(sql: string): Promise<void> {
    const client = new Client({ connectionString: standby.ownerUrl() });
    await client.connect();
    await client.query(sql);
    await client.end();
  }

  const store = () => database.query('INSERT INTO stored DEFAULT VALUES');
  const read = () =>
    replica.inSnapshot((reader) =>
      STATE.one(reader, 'SELECT count(*) AS stored, pg_is_in_recovery() AS at_replica FROM stored'),
    );

  it('long reads run on the replica and see everything stored before the request', async () => {
    for (const stored of [1, 2, 3]) {
      await store();
      expect(await read()).toEqual({ stored, atReplica: true });
    }
    expect(await replica.url()).toBe(standby.ownerUrl());
  }, 120_000);

  it('long reads run on the primary while the replica is behind, and on the replica after it catches up', async () => {
    await onStandby('SELECT pg_wal_replay_pause()');
    await store();
    replica.catchesUpWithinMs = 0;
    expect(await read()).toEqual({ stored: 4, atReplica: false });
    expect(await replica.url()).toBe(primary.ownerUrl());
    await onStandby('SELECT pg_wal_replay_resume()');
    replica.catchesUpWithinMs = REPLICA_TIMEOUT_MS;
    expect(await read()).toEqual({ stored: 4, atReplica: true });
  }, 120_000);

  it('long reads restart on the primary when the replica cancels them', async () => {
    const wasAtReplica: boolean[] = [];
    await replica.inSnapshot(async (reader) => {
      const { atReplica } = await STATE.one(reader, 'SELECT 0 AS stored, pg_is_in_recovery() AS at_replica');
      wasAtReplica.push(atReplica);
      if (atReplica) await reader.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    expect(wasAtReplica).toEqual([true, false]);
  }, 120_000);

  it('long reads run on the primary while the replica is down, and on the replica after it returns', async () => {
    await standby.stop();
    await store();
    expect(await read()).toEqual({ stored: 5, atReplica: false });
    standby = await start('standby', standby.port);
    await waitUntil('reads run on the replica again', async () => (await read()).atReplica, REPLICA_TIMEOUT_MS);
    expect(await read()).toMatchObject({ stored: 5 });
  }, 180_000);
});
