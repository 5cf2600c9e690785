import { normalizeUsername, usernameProblem } from './users.service.ts';

describe('usernames', () => {
  it.each(['jordan.reyes', "Zoë O'Brien", '王小明', 'a', 'x'.repeat(100), '🐟'.repeat(100)])(
    'the username %s is accepted',
    (username) => {
      expect(usernameProblem(username)).toBeNull();
    },
  );

  it.each([
    ['a NUL', 'ad\u0000min'],
    ['a line break, which would forge a log line', 'admin\nroot signed in'],
    ['an escape code', 'admin\u001b[2J'],
    ['a direction override character', 'admin\u202egnp'],
    ['a zero-width joiner', 'ad\u200bmin'],
    ['an invisible filler', 'admin\u3164'],
    ['half a surrogate pair', 'admin\ud83d'],
    ['a line separator', 'ad\u2028min'],
  ])('a username with %s is rejected', (_what, username) => {
    expect(usernameProblem(username)).toBe('Username must not contain control or invisible characters');
  });

  it('a username requires 1 to 100 characters as a reader counts them', () => {
    expect(usernameProblem(normalizeUsername(' \t '))).toBe('Username is required');
    expect(usernameProblem('🐟'.repeat(101))).toBe('Username must be at most 100 characters');
  });

  it('composed characters in a username are normalized, and surrounding spaces are removed', () => {
    expect(normalizeUsername('  Zoe\u0308 ')).toBe('Zo\u00eb');
  });
});
