import { CheckedPasswords } from './checked-passwords.ts';

const MINUTE = 60_000;
const ACCOUNT = { id: 7, passwordHash: 'hash', sessionVersion: 3 };
const PASSWORD = 'correct horse battery';

function remembering(account = ACCOUNT): CheckedPasswords {
  const checked = new CheckedPasswords();
  checked.remember(account, PASSWORD, 0);
  return checked;
}

describe('passwords found right a moment ago', () => {
  it('knows the same password of the same user, also twice: a code may be mistyped', () => {
    const checked = remembering();
    expect(checked.holds(ACCOUNT, PASSWORD, 1)).toBe(true);
    expect(checked.holds(ACCOUNT, PASSWORD, 2)).toBe(true);
  });

  it('forgets after five minutes', () => {
    expect(remembering().holds(ACCOUNT, PASSWORD, 5 * MINUTE - 1)).toBe(true);
    expect(remembering().holds(ACCOUNT, PASSWORD, 5 * MINUTE)).toBe(false);
  });

  it('forgets at the first wrong password, so that one guess and no more is answered without the hash', () => {
    const checked = remembering();
    expect(checked.holds(ACCOUNT, 'a guess', 1)).toBe(false);
    expect(checked.holds(ACCOUNT, PASSWORD, 2)).toBe(false);
  });

  it.each([
    ['another user', { id: 8 }],
    ['a changed password', { passwordHash: 'another' }],
    ['a session version that was raised', { sessionVersion: 4 }],
  ])('does not hold for %s', (_what, changed) => {
    expect(remembering().holds({ ...ACCOUNT, ...changed }, PASSWORD, 1)).toBe(false);
  });

  it('forgets when told to', () => {
    const checked = remembering();
    checked.forget(ACCOUNT.id);
    expect(checked.holds(ACCOUNT, PASSWORD, 1)).toBe(false);
  });

  it('holds ten thousand at most, the newest', () => {
    const checked = new CheckedPasswords();
    for (let id = 1; id <= 10_001; id += 1) checked.remember({ ...ACCOUNT, id }, PASSWORD, id);
    expect(checked.size).toBe(10_000);
    expect(checked.holds({ ...ACCOUNT, id: 1 }, PASSWORD, 10_002)).toBe(false);
    expect(checked.holds({ ...ACCOUNT, id: 10_001 }, PASSWORD, 10_002)).toBe(true);
  });

  it('throws out what is old when something new comes', () => {
    const checked = remembering();
    checked.remember({ ...ACCOUNT, id: 8 }, PASSWORD, 5 * MINUTE);
    expect(checked.size).toBe(1);
  });

  it('keeps nothing the password could be read from', () => {
    const kept = JSON.stringify(remembering(), (_key, value: unknown) =>
      value instanceof Map ? [...(value as Map<number, unknown>).entries()] : value,
    );
    expect(kept).toContain('"hash"');
    expect(kept).not.toContain(PASSWORD);
    expect(kept).not.toContain(JSON.stringify([...Buffer.from(PASSWORD)]).slice(1, -1));
  });
});
