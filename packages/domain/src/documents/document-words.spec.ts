import { boundingBox, centerX, centerY, linesOf, phrasesOf, textOf } from './document-words.ts';
import { aPage, aWord } from './testing/document-fixtures.ts';

/** The texts of the lines formed by words with these positions and heights. */
const linesAt = (...words: readonly (readonly [text: string, y: number, height?: number, x?: number])[]) =>
  linesOf(aPage(words.map(([text, y, height = 10, x = 0]) => aWord(text, { y, height, x })))).map(({ words: found }) =>
    textOf(found),
  );

describe('words of a page', () => {
  test('words are on one line when their centers are at most half the smaller height apart', () => {
    expect(linesAt(['a', 0], ['b', 5])).toEqual(['a b']);
    expect(linesAt(['a', 0], ['b', 5.1])).toEqual(['a', 'b']);
    expect(linesAt(['a', 0], ['b', 0.5, 20])).toEqual(['a', 'b']);
    expect(linesAt(['a', 0], ['b', 0, 20])).toEqual(['a b']);
  });

  test('words of different heights stay on the line of the tallest word', () => {
    expect(linesAt(['a', 0], ['HIGH', -4, 20], ['b', 5, 20])).toEqual(['a HIGH b']);
  });

  test('the words of a slanted line stay together to its end', () => {
    expect(linesAt(['a', 0], ['b', 4], ['c', 6], ['d', 8])).toEqual(['a b c d']);
    expect(linesAt(['a', 0], ['b', 4], ['c', 8])).toEqual(['a b', 'c']);
  });

  test('the words of a page are sorted in reading order', () => {
    const page = aPage([
      aWord('4', { x: 50, y: 20 }),
      aWord('2', { x: 50, y: 0 }),
      aWord('3', { x: 0, y: 20 }),
      aWord('1', { x: 0, y: 1 }),
    ]);
    expect(linesOf(page).map(({ words }) => textOf(words))).toEqual(['1 2', '3 4']);
  });

  test('the words of a page exclude column bars and empty text', () => {
    expect(linesAt(['a', 0, 10, 0], ['|', 0, 10, 9], ['¦|', 0, 10, 18], ['', 0, 10, 27], ['b', 0, 10, 36])).toEqual([
      'a b',
    ]);
  });

  test('a line box encloses all words of the line', () => {
    const [line] = linesOf(aPage([aWord('ab', { x: 10, y: 2 }), aWord('c', { x: 40, y: 0, height: 11 })]));
    expect(line?.box).toEqual({ x: 10, y: 0, width: 36, height: 12 });
  });
});

describe('neighboring words', () => {
  const phrases = (gap: number, [one, other]: readonly Partial<ReturnType<typeof aWord>>[] = []) =>
    phrasesOf([aWord('AB', { width: 12, ...one }), aWord('CD', { x: 12 + gap, ...other })]).map(textOf);
  const picture = { confidence: 0.9 };

  test('neighboring words are joined up to a gap of 0.9 of their height, and half more in images', () => {
    expect(phrases(9)).toEqual(['AB CD']);
    expect(phrases(9.1)).toEqual(['AB', 'CD']);
    expect(phrases(13.5, [picture, picture])).toEqual(['AB CD']);
    expect(phrases(13.6, [picture, picture])).toEqual(['AB', 'CD']);
  });

  test('neighboring words of different heights are joined by the smaller height', () => {
    expect(phrases(10, [{ height: 30 }, {}])).toEqual(['AB', 'CD']);
  });
});

describe('boxes', () => {
  const [one, other] = [
    { x: 10, y: 20, width: 30, height: 8 },
    { x: 4, y: 25, width: 10, height: 40 },
  ];

  test('the center of a box is halfway across and halfway down', () => {
    expect([centerX(one), centerY(one)]).toEqual([25, 24]);
  });

  test('a bounding box encloses all its boxes and needs at least one', () => {
    expect(boundingBox([one, other])).toEqual({ x: 4, y: 20, width: 36, height: 45 });
    expect(() => boundingBox([])).toThrow(RangeError);
  });
});
