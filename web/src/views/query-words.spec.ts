import { queryWords } from './query-words.ts';

describe('what a view asks for', () => {
  it('is said in words', () => {
    expect(queryWords('riskLevel=high&search=a%26b')).toBe('Risk level: high · Search: a&b');
    expect(queryWords('')).toBe('Everything');
  });
});
