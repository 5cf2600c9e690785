import { passwordProblem } from '../passwords/password-policy.ts';
import { generatePassword } from './first-admin.service.ts';

describe('the first password of an installation nobody gave one', () => {
  it('is another each time, and one the rules for passwords accept [security 2.11]', () => {
    const passwords = Array.from({ length: 100 }, generatePassword);
    expect(new Set(passwords).size).toBe(100);
    for (const password of passwords) expect(passwordProblem(password, { username: 'admin' })).toBeNull();
  });
});
