import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { type AuthTestContext, recordedEvents, startAuth } from '../testing/auth-test-context.ts';

let database: TestDatabase;
let folder: string;
const contexts: AuthTestContext[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'first-start-'));
});

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((auth) => auth.close()));
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function start(environment: { ADMIN_PASSWORD?: string; FIRST_PASSWORD_FILE?: string }): Promise<AuthTestContext> {
  const auth = await startAuth({ database, environment: { ADMIN_PASSWORD: undefined, ...environment } });
  contexts.push(auth);
  return auth;
}

async function usersIn({ owner }: AuthTestContext) {
  const { rows } = await owner.query('SELECT username, role, force_password_reset FROM auth.users');
  return rows as object[];
}

describe('first start of an installation', () => {
  it('two processes that start concurrently create one first admin and write its password once [security 2.11]', async () => {
    const files = [join(folder, 'a'), join(folder, 'b')];
    const [auth] = await Promise.all(files.map((file) => start({ FIRST_PASSWORD_FILE: file })));
    if (auth === undefined) throw new Error('nothing started');
    expect(await usersIn(auth)).toEqual([{ username: 'admin', role: 'Admin', force_password_reset: true }]);
    const written = files.filter((file) => statSync(file, { throwIfNoEntry: false }) !== undefined);
    expect(written).toHaveLength(1);
    expect(readFileSync(written[0] ?? '', 'utf8')).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}\n$/);
    expect(statSync(written[0] ?? '').mode & 0o777).toBe(0o600);
  });

  it('the first start gives the admin the configured password and writes no file', async () => {
    const file = join(folder, 'password');
    const auth = await start({ ADMIN_PASSWORD: 'from the operator', FIRST_PASSWORD_FILE: file });
    expect(await usersIn(auth)).toHaveLength(1);
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
    const { rows } = await auth.owner.query('SELECT id FROM auth.users');
    const [{ id }] = rows as [{ id: number }];
    expect(await recordedEvents(auth.owner, id)).toMatchObject([
      {
        action: 'admin.created',
        actor_id: null,
        actor_role: 'System',
        subject_label: 'admin',
        detail: { password: 'from the operator' },
      },
    ]);
  });

  it('a start of the installation changes nothing when a user exists', async () => {
    const first = await start({ ADMIN_PASSWORD: 'from the operator' });
    await first.owner.query("UPDATE auth.users SET username = 'renamed'");
    const second = await start({ ADMIN_PASSWORD: 'another password' });
    expect(await usersIn(second)).toEqual([{ username: 'renamed', role: 'Admin', force_password_reset: true }]);
  });
});
