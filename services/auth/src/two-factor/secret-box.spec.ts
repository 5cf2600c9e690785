import { SecretBox } from './secret-box.ts';

const OLD = 'a'.repeat(64);
const NEW = 'b'.repeat(64);
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

describe('encryption of authenticator secrets', () => {
  it('opens what it sealed, for the same user', () => {
    const box = new SecretBox(NEW);
    expect(box.open(box.seal(SECRET, 7), 7)).toBe(SECRET);
  });

  it('never seals to the same text twice, nor to one that holds the secret', () => {
    const box = new SecretBox(NEW);
    expect(box.seal(SECRET, 7)).not.toBe(box.seal(SECRET, 7));
    expect(box.seal(SECRET, 7)).not.toContain(SECRET);
  });

  it('does not open for another user', () => {
    const box = new SecretBox(NEW);
    expect(() => box.open(box.seal(SECRET, 7), 8)).toThrow(/unable to authenticate/);
  });

  it('does not open when a byte was changed or cut off', () => {
    const box = new SecretBox(NEW);
    const sealed = box.seal(SECRET, 7);
    const last = sealed.at(-1) === 'A' ? 'B' : 'A';
    expect(() => box.open(`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`, 7)).toThrow(
      /unable to authenticate/,
    );
    expect(() => box.open(sealed.slice(0, -30), 7)).toThrow(/unable to authenticate/);
  });

  it('opens with an older key of the list and seals with the first', () => {
    const sealed = new SecretBox(OLD).seal(SECRET, 7);
    const rotated = new SecretBox(`${NEW},${OLD}`);
    expect(rotated.open(sealed, 7)).toBe(SECRET);
    expect(new SecretBox(NEW).open(rotated.seal(SECRET, 7), 7)).toBe(SECRET);
    expect(() => new SecretBox(NEW).open(sealed, 7)).toThrow(/No key [0-9a-f]{8}/);
  });
});
