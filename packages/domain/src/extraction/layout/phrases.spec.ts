import { aWord } from '../testing/a-word.ts';
import { textOf } from './lines.ts';
import { phrasesOf } from './phrases.ts';

describe('neighbouring words', () => {
  const phrases = (gap: number, [one, other]: readonly Partial<ReturnType<typeof aWord>>[] = []) =>
    phrasesOf([aWord('AB', { width: 12, ...one }), aWord('CD', { x: 12 + gap, ...other })]).map(textOf);
  const picture = { confidence: 0.9 };

  test('belong together up to nine tenths of their height, in pictures a third more than it', () => {
    expect(phrases(9)).toEqual(['AB CD']);
    expect(phrases(9.1)).toEqual(['AB', 'CD']);
    expect(phrases(13.5, [picture, picture])).toEqual(['AB CD']);
    expect(phrases(13.6, [picture, picture])).toEqual(['AB', 'CD']);
  });

  test('of different heights belong together by the lower one', () => {
    expect(phrases(10, [{ height: 30 }, {}])).toEqual(['AB', 'CD']);
  });
});
