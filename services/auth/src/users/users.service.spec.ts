import { normalizeUsername, usernameProblem } from './users.service.ts';

describe('user names', () => {
  it.each(['jordan.reyes', "Zoë O'Brien", '王小明', 'a', 'x'.repeat(100), '🐟'.repeat(100)])(
    'accepts %s',
    (username) => {
      expect(usernameProblem(username)).toBeNull();
    },
  );

  it.each([
    ['a NUL', 'ad\u0000min'],
    ['a new line, which would forge a line of a log', 'admin\nroot signed in'],
    ['an escape code', 'admin\u001b[2J'],
    ['a character that turns the text around', 'admin\u202egnp'],
    ['a joiner of no width', 'ad\u200bmin'],
    ['a filler that is not drawn', 'admin\u3164'],
    ['half a surrogate pair', 'admin\ud83d'],
    ['a line separator', 'ad\u2028min'],
  ])('refuses %s', (_what, username) => {
    expect(usernameProblem(username)).toBe('Username must not contain control or invisible characters');
  });

  it('refuses none and more than a hundred characters, counted as a person counts them', () => {
    expect(usernameProblem(normalizeUsername(' \t '))).toBe('Username is required');
    expect(usernameProblem('🐟'.repeat(101))).toBe('Username must be at most 100 characters');
  });

  it('takes two ways to write a letter for one, and no blanks around', () => {
    expect(normalizeUsername('  Zoe\u0308 ')).toBe('Zo\u00eb');
  });
});
