import { passwordProblem } from '../passwords/password-policy.ts';
import { generatePassword } from './first-admin.service.ts';

describe('generated first password', () => {
  it('a generated first password differs each time and meets the password rules [security 2.11]', () => {
    const passwords = Array.from({ length: 100 }, generatePassword);
    expect(new Set(passwords).size).toBe(100);
    for (const password of passwords) expect(passwordProblem(password, { username: 'admin' })).toBeNull();
  });
});
