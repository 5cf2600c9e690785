import { authEnvironment } from '../testing/auth-test-context.ts';
import { PasswordHasher } from './password-hasher.service.ts';

const hasher = new PasswordHasher(authEnvironment('postgres://unused'));

/** Processor time, which does not depend on other programs. */
async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

describe('password hashing', () => {
  it('password hashing uses bcrypt with cost 12 and a new salt each time [spec 9.5]', async () => {
    const [first, second] = await Promise.all([hasher.hash('one'), hasher.hash('one')]);
    expect(first).toMatch(/^\$2b\$12\$/);
    expect(first).not.toBe(second);
  });

  it('a password hash includes characters after 72 bytes and after a NUL', async () => {
    const start = 'x'.repeat(72);
    const long = await hasher.hash(`${start}a`);
    expect(await hasher.isRight(`${start}a`, long)).toBe(true);
    expect(await hasher.isRight(`${start}b`, long)).toBe(false);
    const withNul = await hasher.hash('before\u0000after');
    expect(await hasher.isRight('before\u0000other', withNul)).toBe(false);
  });

  it('password hashing treats differently composed Unicode characters as the same password', async () => {
    expect(await hasher.isRight('Zo\u00eb was here', await hasher.hash('Zoe\u0308 was here'))).toBe(true);
  });

  it('a password hash cannot be verified without the pepper', async () => {
    const stolen = await hasher.hash('correct horse');
    const elsewhere = new PasswordHasher(authEnvironment('postgres://unused', { PASSWORD_PEPPER: 'f'.repeat(64) }));
    expect(await elsewhere.isRight('correct horse', stolen)).toBe(false);
  });

  it('a password check takes the same time for an unknown user and never accepts the password', async () => {
    const known = await hasher.hash('known');
    expect(await hasher.isRight('anything', null)).toBe(false);
    const [unknownTimes, knownTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < 5; round += 1) {
      unknownTimes.push(await processorTimeOf(() => hasher.isRight('a guess', null)));
      knownTimes.push(await processorTimeOf(() => hasher.isRight('a guess', known)));
    }
    // Minimum of each, because other work only adds time. One cost step is a factor of two.
    const ratio = Math.min(...unknownTimes) / Math.min(...knownTimes);
    expect(ratio).toBeGreaterThan(0.65);
    expect(ratio).toBeLessThan(1.5);
  });
});
