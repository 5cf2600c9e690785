import { newRecoveryCode, normalizeRecoveryCode, RecoveryCodeHasher } from './two-factor.service.ts';

describe('recovery codes', () => {
  it('recovery codes have two groups and are unique', () => {
    const codes = Array.from({ length: 200 }, newRecoveryCode);
    expect(new Set(codes).size).toBe(200);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  it('recovery codes are accepted in any case, with spaces and look-alike characters', () => {
    expect(normalizeRecoveryCode('7k2ma-94xqt')).toBe('7K2MA94XQT');
    expect(normalizeRecoveryCode(' 7K2MA 94XQT ')).toBe('7K2MA94XQT');
    expect(normalizeRecoveryCode('OIL2A-94XQT')).toBe('0112A94XQT');
  });

  it.each(['123456', '7K2MA-94XQ', '7K2MA-94XQTZ', '7K2MA-94XQU', ''])('%j is rejected as a recovery code', (typed) => {
    expect(normalizeRecoveryCode(typed)).toBeNull();
  });

  it('recovery codes have different hashes for each user and pepper', () => {
    const hasher = new RecoveryCodeHasher('c'.repeat(64));
    expect(hasher.hash('7K2MA94XQT', 1)).not.toBe(hasher.hash('7K2MA94XQT', 2));
    expect(hasher.hash('7K2MA94XQT', 1)).not.toBe(new RecoveryCodeHasher('d'.repeat(64)).hash('7K2MA94XQT', 1));
    expect(hasher.hash('7K2MA94XQT', 1)).toBe(hasher.hash('7K2MA94XQT', 1));
  });
});
