import { type AuthTestContext, callAuth, startAuth } from '../testing/auth-test-context.ts';
import { insertUser, PASSWORD } from '../testing/user-fixtures.ts';

const SAMPLES = 200;

let auth: AuthTestContext;

beforeAll(async () => {
  auth = await startAuth();
  // Hashes take a millisecond here, even for unknown users, because slow hashes would hide other differences. The
  // password hasher specs test that hashes for known and unknown users take the same time.
  await insertUser(auth.owner, { username: 'known' });
  await insertUser(auth.owner, { username: 'locked', locked_until: '2099-01-01T00:00:00Z' });
  await insertUser(auth.owner, { username: 'inactive', is_active: false });
});

afterAll(() => auth.close());

const KINDS = [
  { kind: 'unknown', username: 'no such user', password: PASSWORD },
  { kind: 'wrong', username: 'known', password: 'not the password' },
  { kind: 'locked, right', username: 'locked', password: PASSWORD },
  { kind: 'locked, wrong', username: 'locked', password: 'not the password' },
  { kind: 'inactive', username: 'inactive', password: PASSWORD },
] as const;

async function timeOf({ username, password }: (typeof KINDS)[number]): Promise<number> {
  const start = performance.now();
  expect((await callAuth(auth, '/internal/sign-in', { username, password })).status).toBe(401);
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

describe('duration of a refused sign-in', () => {
  it(`refused sign-ins take equally long for unknown, wrong-password, locked and inactive users in ${SAMPLES} samples each [security 2.8]`, async () => {
    const times = new Map(KINDS.map(({ kind }) => [kind, [] as number[]]));
    for (let round = 0; round < SAMPLES; round += 1) {
      // Rotates the order, because later requests wait until earlier ones have written to the audit log.
      const order = KINDS.map((_, index) => KINDS[(index + round) % KINDS.length] ?? KINDS[0]);
      await Promise.all(order.map(async (one) => times.get(one.kind)?.push(await timeOf(one))));
      await auth.owner.query(
        "UPDATE auth.users SET failed_login_attempts = 0, locked_until = NULL WHERE username = 'known'",
      );
    }
    const medians = [...times.values()].map(median);
    expect([...times.values()].map(({ length }) => length)).toEqual(KINDS.map(() => SAMPLES));
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(1.25);
  }, 120_000);
});
