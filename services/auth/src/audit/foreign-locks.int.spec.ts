import { queryInteger } from '@clearwatch/service-kit/database/query-rows';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { type AuthTestContext, asStaff, callAuth, startAuth } from '../testing/auth-test-context.ts';
import { insertUser, PASSWORD } from '../testing/user-fixtures.ts';
import { AuditLog } from './audit-log.service.ts';

let auth: AuthTestContext;
const others: Client[] = [];

beforeAll(async () => {
  auth = await startAuth();
  const { database } = auth;
  for (const service of ['gateway', 'ingest', 'analytics', 'reports'] as const) {
    const client = new Client({ connectionString: database.urlFor(service) });
    await client.connect();
    others.push(client);
  }
});

afterAll(async () => {
  for (const client of others) await client.end();
  await auth.close();
});

/** Numbers of the advisory locks that auth used before. */
const FORMER_LOCKS = [7_210_001, 7_210_002, 7_210_003, 7_210_004];

describe('locks of other database roles', () => {
  it('no other database role can stop sign-ins and the management of users', async () => {
    const id = await insertUser(auth.owner, { username: 'locked-out' });
    const adminId = await insertUser(auth.owner, { username: 'chief', role: 'Admin' });
    for (const client of others) {
      await client.query('BEGIN');
      for (const lock of FORMER_LOCKS) await client.query('SELECT pg_try_advisory_lock($1)', [lock]);
    }
    const signIn = await callAuth(auth, '/internal/sign-in', { username: 'locked-out', password: PASSWORD });
    expect(signIn.status).toBe(200);
    const admin = asStaff(auth, { id: adminId, username: 'chief' });
    expect((await admin.put(`/api/users/${id}`, { role: 'Admin' })).status).toBe(200);
    for (const client of others) await client.query('ROLLBACK');
  });

  it('no other database role can take the locks of auth', async () => {
    for (const client of others) {
      for (const sql of ['SELECT FROM auth.locks FOR UPDATE', 'LOCK TABLE auth.locks', 'LOCK TABLE auth.audit_head']) {
        await client.query('BEGIN');
        await expect(client.query(sql)).rejects.toThrow(/permission denied/);
        await client.query('ROLLBACK');
      }
    }
  });

  it('appending to the audit log takes no advisory lock, and a second append waits for the first', async () => {
    const log = auth.app.get(AuditLog, { strict: false });
    const source = auth.app.get(DataSource);
    let isSecondDone = false;
    let second: Promise<unknown> = Promise.resolve();
    await source.transaction(async (manager) => {
      await log.lockEnd(manager);
      const sql = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()";
      expect(await queryInteger(manager, sql)).toBe(0);
      second = source.transaction((other) => log.lockEnd(other)).then(() => (isSecondDone = true));
      await waitUntil('the second append waits', async () => {
        const waiting = 'SELECT count(*) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
        const pid = await queryInteger(manager, 'SELECT pg_backend_pid()');
        return (await queryInteger(auth.owner, waiting, [pid])) === 1;
      });
      expect(isSecondDone).toBe(false);
    });
    await second;
    expect(isSecondDone).toBe(true);
  });
});
