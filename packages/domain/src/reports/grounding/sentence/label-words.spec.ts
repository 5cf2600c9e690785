import { meaningOf, sharedWords } from './label-words.ts';

describe('the words that carry meaning', () => {
  test.each([
    ['Members with alerts', ['member', 'alert']],
    ['Number of companies', ['company']],
    ['Boxes, matches, cashes and businesses', ['box', 'match', 'cash', 'business']],
    ['LOSS of an ID in 2026', ['loss', 'id']],
    ['Iesson, essen, houses', ['iesson', 'essen', 'hous']],
    ['the total of all days', []],
  ])('of %j are %j', (text, words) => {
    expect([...meaningOf(text)]).toEqual(words);
  });

  test('are counted where two texts share them', () => {
    expect(sharedWords(meaningOf('Credits of members'), meaningOf('a member had credit and alerts'))).toBe(2);
    expect(sharedWords(meaningOf('Credits'), meaningOf('debits'))).toBe(0);
  });
});
