import { remainingWords } from './remaining-words.ts';

describe('how long the rest of an analysis may take', () => {
  it.each([
    [{ parts: 10, milliseconds: 20_000, partsLeft: 29 }, 'less than a minute left'],
    [{ parts: 10, milliseconds: 20_000, partsLeft: 30 }, 'about 1 minute left'],
    [{ parts: 2, milliseconds: 60_000, partsLeft: 38 }, 'about 19 minutes left'],
  ])('is told from the pace so far: %o', (pace, words) => {
    expect(remainingWords(pace)).toBe(words);
  });

  it.each([
    ['one part', { parts: 1, milliseconds: 60_000, partsLeft: 5 }],
    ['a short look', { parts: 30, milliseconds: 9_999, partsLeft: 5 }],
    ['the last part', { parts: 30, milliseconds: 60_000, partsLeft: 0 }],
  ])('is not told from %s', (_what, pace) => {
    expect(remainingWords(pace)).toBeNull();
  });
});
