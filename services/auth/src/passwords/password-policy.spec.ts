import { passwordProblem } from './password-policy.ts';

const problem = (password: string, username = 'jordan.reyes') => passwordProblem(password, { username });

describe('rules for a new password', () => {
  it.each(['correct horse battery', 'ärger-über-ölpreise', '🐟🐠🐡🦈 vier Fische', 'x7 q!9 Lm'])(
    'accepts %s: any characters, none demanded',
    (password) => {
      expect(problem(password)).toBeNull();
    },
  );

  it('asks for eight characters, counted as a person counts them [spec 5.3, 9.2]', () => {
    expect(problem('k9$Tq2z')).toBe('Password must be at least 8 characters');
    expect(problem('k9$Tq2zu')).toBeNull();
  });

  it('allows 256 characters and no more', () => {
    const long = 'correct horse battery staple '.repeat(9).slice(0, 256);
    expect(problem(long)).toBeNull();
    expect(problem(`${long}!`)).toBe('Password must be at most 256 characters');
  });

  it.each(['password1', 'PassWord1', 'qwertyuiop', 'baseball1'])(
    'refuses %s as a common one [security 2.10]',
    (password) => {
      expect(problem(password)).toContain('most common');
    },
  );

  it.each(['jordan.reyes', 'JordanReyes2026!', 'Clearwatch2026', 'credit-union-99'])(
    'refuses %s as a name somebody would try first',
    (password) => {
      expect(problem(password)).toContain('name');
    },
  );

  it('refuses one character repeated', () => {
    expect(problem('€€€€€€€€€€€€')).toContain('repeats');
  });
});
