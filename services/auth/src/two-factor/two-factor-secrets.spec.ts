import { generate } from 'otplib';
import { newSecret, otpauthAddress, SecretBox, stepOfCode } from './two-factor-secrets.ts';

const OLD = 'a'.repeat(64);
const NEW = 'b'.repeat(64);
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

describe('encryption of authenticator secrets', () => {
  it('an authenticator secret is decrypted for the same user', () => {
    const box = new SecretBox(NEW);
    expect(box.open(box.seal(SECRET, 7), 7)).toBe(SECRET);
  });

  it('an authenticator secret is encrypted to a different text each time without the secret in it', () => {
    const box = new SecretBox(NEW);
    expect(box.seal(SECRET, 7)).not.toBe(box.seal(SECRET, 7));
    expect(box.seal(SECRET, 7)).not.toContain(SECRET);
  });

  it('an authenticator secret is not decrypted for another user [security 2.3]', () => {
    const box = new SecretBox(NEW);
    expect(() => box.open(box.seal(SECRET, 7), 8)).toThrow(/unable to authenticate/);
  });

  it('a changed or truncated text of an authenticator secret is not decrypted [security 2.3]', () => {
    const box = new SecretBox(NEW);
    const sealed = box.seal(SECRET, 7);
    const changed = `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`;
    expect(() => box.open(changed, 7)).toThrow(/unable to authenticate/);
    expect(() => box.open(sealed.slice(0, -30), 7)).toThrow(/unable to authenticate/);
  });

  it('authenticator secrets are decrypted with any listed key and encrypted with the first', () => {
    const sealed = new SecretBox(OLD).seal(SECRET, 7);
    const rotated = new SecretBox(`${NEW},${OLD}`);
    expect(rotated.open(sealed, 7)).toBe(SECRET);
    expect(new SecretBox(NEW).open(rotated.seal(SECRET, 7), 7)).toBe(SECRET);
    expect(() => new SecretBox(NEW).open(sealed, 7)).toThrow(/No key [0-9a-f]{8}/);
  });
});

/** RFC 6238 appendix B, SHA-1: the ASCII secret 12345678901234567890 in base32; codes cut to six digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('authenticator codes', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])(
    'the authenticator code of the RFC 6238 test vector for second %d is accepted [spec 9.1]',
    async (second, code, step) => {
      expect(await stepOfCode(RFC_SECRET, code, new Date(second * 1_000))).toBe(step);
    },
  );

  it.each([0, 1, 15, 29])(
    'authenticator codes of the current and the previous time step are accepted %d seconds into the step [fault 6.1]',
    async (into) => {
      const secret = newSecret();
      const start = 1_700_000_010 - (1_700_000_010 % 30);
      const now = new Date((start + into) * 1_000);
      const codeAt = (offset: number) => generate({ secret, epoch: start + offset * 30 });
      expect(await stepOfCode(secret, await codeAt(0), now)).toBe(start / 30);
      expect(await stepOfCode(secret, await codeAt(-1), now)).toBe(start / 30 - 1);
      expect(await stepOfCode(secret, await codeAt(-2), now)).toBeNull();
      expect(await stepOfCode(secret, await codeAt(1), now)).toBeNull();
    },
  );

  it.each(['', '12345', '1234567', '12 456', '١٢٣٤٥٦', '12345a'])(
    'the authenticator code %j is rejected without an error',
    async (code) => {
      expect(await stepOfCode(RFC_SECRET, code, new Date())).toBeNull();
    },
  );

  it('the setup address describes the secret as authenticator apps expect', () => {
    const address = new URL(otpauthAddress('jordan.reyes', RFC_SECRET));
    expect(address.protocol).toBe('otpauth:');
    expect(decodeURIComponent(address.pathname)).toContain('Clearwatch:jordan.reyes');
    expect(address.searchParams.get('secret')).toBe(RFC_SECRET);
    expect(address.searchParams.get('issuer')).toBe('Clearwatch');
  });
});
