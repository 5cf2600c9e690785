import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { type AuthTestContext, callAuth, startAuth } from '../testing/auth-test-context.ts';
import { insertUser, PASSWORD } from '../testing/user-fixtures.ts';
import { AuditLog } from './audit-log.service.ts';

let auth: AuthTestContext;

beforeAll(async () => {
  auth = await startAuth();
});

afterAll(() => auth.close());

describe('frozen process', () => {
  it('a process that freezes while appending to the audit log loses its lock in seconds, and a waiting sign-in succeeds [fault 1.3]', async () => {
    await insertUser(auth.owner, { username: 'waiting' });
    const frozen = new Client({ connectionString: auth.database.urlFor('auth') });
    // The connection gets an error when the process resumes.
    frozen.on('error', () => undefined);
    await frozen.connect();
    await frozen.query('BEGIN');
    const manager = auth.app.get(DataSource).createEntityManager();
    manager.query = async (sql: string, values?: unknown[]) => (await frozen.query(sql, values)).rows as never;
    await auth.app.get(AuditLog, { strict: false }).lockEnd(manager);

    const started = performance.now();
    const { status } = await callAuth(auth, '/internal/sign-in', {
      username: 'waiting',
      password: PASSWORD,
    });
    expect(status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(1_000);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
