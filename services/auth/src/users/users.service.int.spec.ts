import type { Response } from 'supertest';
import { type AuthTestContext, asStaff, recordedActions, startAuth } from '../testing/auth-test-context.ts';
import { accountColumns, insertUser } from '../testing/user-fixtures.ts';

let auth: AuthTestContext;

beforeAll(async () => {
  auth = await startAuth();
});

afterAll(() => auth.close());

type Act = (by: Admin, on: number) => Promise<Response>;
type Admin = Awaited<ReturnType<typeof createAdmin>>;

async function createAdmin(username: string) {
  const id = await insertUser(auth.owner, { username, role: 'Admin' });
  return { id, ...asStaff(auth, { id, username }) };
}

async function activeAdmins(): Promise<number> {
  const { rows } = await auth.owner.query<{ admins: number }>(
    "SELECT count(*)::int AS admins FROM auth.users WHERE role = 'Admin' AND is_active",
  );
  return rows[0]?.admins ?? 0;
}

const deactivate: Act = (by, on) => by.put(`/api/users/${on}`, { isActive: false });
const demote: Act = (by, on) => by.put(`/api/users/${on}`, { role: 'User' });
const remove: Act = (by, on) => by.delete(`/api/users/${on}`);

describe('own admin account', () => {
  it.each<[string, Act]>([
    ['deactivate', deactivate],
    ['change the role', demote],
    ['both at once', (by, on) => by.put(`/api/users/${on}`, { isActive: false, role: 'User' })],
    ['delete', remove],
    [
      'reset the password',
      (by, on) => by.post(`/api/users/${on}/reset-password`, { newPassword: 'another horse battery' }),
    ],
    ['reset two-factor', (by, on) => by.post(`/api/users/${on}/reset-two-factor`)],
    ['unlock', (by, on) => by.post(`/api/users/${on}/unlock`)],
  ])('an action of an admin on their own account is refused with an explanation: %s', async (name, act) => {
    const admin = await createAdmin(`alone ${name}`);
    const { status, text } = await act(admin, admin.id);
    expect(status).toBe(409);
    expect(text).toMatch(/^You cannot .+ your.+\. .+\.$/);
    expect(await recordedActions(auth.owner, admin.id)).toEqual([]);
    expect(await accountColumns(auth.owner, admin.id)).toMatchObject({ is_active: true, role: 'Admin' });
  });

  it('an admin can resend the unchanged state of their own account', async () => {
    const admin = await createAdmin('unchanged');
    const answer = await admin.put(`/api/users/${admin.id}`, { isActive: true, role: 'Admin' });
    expect(answer.status).toBe(200);
  });
});

describe('concurrent admin actions', () => {
  beforeEach(() => auth.owner.query("UPDATE auth.users SET is_active = false WHERE role = 'Admin'"));

  const acts = { deactivate, demote, remove };
  const names = ['deactivate', 'demote', 'remove'] as const;
  const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));

  it.each(pairs)(
    'when two admins act on each other (%s against %s), one succeeds and one active admin remains [security 3.4]',
    async (one, other) => {
      for (let round = 0; round < 5; round += 1) {
        const first = await createAdmin(`${one} ${other} ${round} first`);
        const second = await createAdmin(`${one} ${other} ${round} second`);
        const answers = await Promise.all([acts[one](first, second.id), acts[other](second, first.id)]);
        expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
        expect(answers.filter(({ status }) => status === 403)).toHaveLength(1);
        expect(await activeAdmins()).toBe(1);
        await auth.owner.query("UPDATE auth.users SET is_active = false WHERE role = 'Admin'");
      }
    },
  );

  it('at least one admin remains active when six admins deactivate each other in a ring [security 3.4]', async () => {
    const ring: Admin[] = [];
    for (let index = 0; index < 6; index += 1) ring.push(await createAdmin(`ring ${index}`));
    await Promise.all(ring.map((admin, index) => deactivate(admin, ring[(index + 1) % 6]?.id ?? 0)));
    expect(await activeAdmins()).toBeGreaterThanOrEqual(1);
  });
});
