import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { jest } from '@jest/globals';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import { type AuthTestContext, asStaff, callAuth, startAuth } from '../testing/auth-test-context.ts';
import { hashAsInProduction, insertUser, insertUserWithTwoFactor, PASSWORD } from '../testing/user-fixtures.ts';
import { SIGN_IN_REFUSED } from './authentication.service.ts';

let auth: AuthTestContext;
let hashes: { mock: { calls: unknown[] }; mockClear(): unknown };

beforeAll(async () => {
  auth = await startAuth();
  hashes = jest.spyOn(auth.app.get(PasswordHasher, { strict: false }), 'isRight');
});

afterAll(() => auth.close());

const signIn = (username: string, password: string, twoFactorCode?: string) =>
  callAuth(auth, '/internal/sign-in', { username, password, twoFactorCode });

/** A user who has entered the password and must now enter the code. */
async function givePassword(username: string) {
  const user = await insertUserWithTwoFactor(auth.owner, { username });
  expect((await signIn(username, PASSWORD)).body).toMatchObject({ outcome: 'two_factor_required' });
  hashes.mockClear();
  return user;
}

describe('code step of a sign-in', () => {
  it('the code step of a sign-in needs no second slow hash for a recently checked password', async () => {
    const { username, code } = await givePassword('quick');
    expect((await signIn(username, PASSWORD, '000000')).status).toBe(401);
    expect((await signIn(username, PASSWORD, await code())).status).toBe(200);
    expect(hashes.mock.calls).toHaveLength(0);
  });

  it('a completed sign-in clears the password check, so that the next sign-in hashes again', async () => {
    const { username, code } = await givePassword('next.time');
    await signIn(username, PASSWORD, await code(-1));
    await signIn(username, PASSWORD, await code());
    expect(hashes.mock.calls).toHaveLength(1);
  });

  it('the code step of a sign-in rejects a wrong password with the right code', async () => {
    const { username, code } = await givePassword('only.the.phone');
    const { status, text } = await signIn(username, 'not the password', await code());
    expect([status, text]).toEqual([401, SIGN_IN_REFUSED]);
    expect(hashes.mock.calls).toHaveLength(1);
  });

  it('the code step of a sign-in rejects the old password after a reset and hashes the new one again', async () => {
    const admin = await insertUser(auth.owner, { username: 'resetting', role: 'Admin' });
    const { id, username, code } = await givePassword('was.reset');
    const reset = { newPassword: 'another horse battery' };
    await asStaff(auth, { id: admin, username: 'resetting' }).post(`/api/users/${id}/reset-password`, reset);
    expect((await signIn(username, PASSWORD, await code())).status).toBe(401);
    expect((await signIn(username, reset.newPassword, await code())).status).toBe(200);
    expect(hashes.mock.calls).toHaveLength(2);
  });

  it('the code step hashes the right password again while the account is locked or inactive', async () => {
    for (const state of ["locked_until = now() + interval '1 hour'", 'is_active = false']) {
      const { id, username, code } = await givePassword(`shut ${state}`);
      await auth.owner.query(`UPDATE auth.users SET ${state} WHERE id = $1`, [id]);
      expect((await signIn(username, PASSWORD, await code())).text).toBe(SIGN_IN_REFUSED);
      expect(hashes.mock.calls).toHaveLength(1);
    }
  });

  it('concurrent guesses at the code step wait for the hash, so that the lock applies to them', async () => {
    const { id, username } = await givePassword('guessed.in.parallel');
    await hashAsInProduction(auth.owner, id);
    await signIn(username, PASSWORD);
    hashes.mockClear();
    const guesses = Array.from({ length: 6 }, (_, index) => `guess ${index}`);
    const wrong = guesses.map((guess) => signIn(username, guess, '000000'));
    // The correct password is queued after all wrong guesses.
    await waitUntil('all guesses are queued', () => hashes.mock.calls.length === guesses.length);
    const answers = await Promise.all([...wrong, signIn(username, PASSWORD, '000000')]);
    expect(answers.map(({ text }) => text)).toEqual(answers.map(() => SIGN_IN_REFUSED));
  });
});
