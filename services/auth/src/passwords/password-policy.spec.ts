import { passwordProblem } from './password-policy.ts';

const problem = (password: string, username = 'jordan.reyes') => passwordProblem(password, { username });

describe('rules for a new password', () => {
  it.each(['correct horse battery', 'ärger-über-ölpreise', '🐟🐠🐡🦈 vier Fische', 'x7 q!9 Lm'])(
    'the new password %s is accepted because any characters are allowed and none required',
    (password) => {
      expect(problem(password)).toBeNull();
    },
  );

  it('a new password requires eight characters as a reader counts them [spec 5.3, 9.2]', () => {
    expect(problem('k9$Tq2z')).toBe('Password must be at least 8 characters');
    expect(problem('k9$Tq2zu')).toBeNull();
  });

  it('a new password has at most 256 characters', () => {
    const long = 'correct horse battery staple '.repeat(9).slice(0, 256);
    expect(problem(long)).toBeNull();
    expect(problem(`${long}!`)).toBe('Password must be at most 256 characters');
  });

  it.each(['password1', 'PassWord1', 'qwertyuiop', 'baseball1'])(
    'the common password %s is rejected [security 2.10]',
    (password) => {
      expect(problem(password)).toContain('too common');
    },
  );

  it.each(['jordan.reyes', 'JordanReyes2026!', 'Clearwatch2026', 'credit-union-99'])(
    'the new password %s is rejected as a variant of the username or product name',
    (password) => {
      expect(problem(password)).toContain('name');
    },
  );

  it('a new password of one repeated character is rejected', () => {
    expect(problem('€€€€€€€€€€€€')).toContain('repeated');
  });
});
