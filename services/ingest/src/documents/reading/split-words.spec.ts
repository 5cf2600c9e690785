import { paperWithBoxes } from '../testing/document-file-fixtures.ts';
import { type LetterGap, measureLetterSpacing, type OcrLine, type OcrWord, splitWords } from './split-words.ts';

const SPACING = { together: 0.27, apart: 0.33 };
const [TOP, HEIGHT] = [40, 20];

/** Letters are boxes twelve pixels wide with these gaps; the last word's box extends `behind` pixels beyond its ink. */
function line(
  words: readonly string[],
  gaps: readonly number[],
  behind = 0,
): { lines: OcrLine[]; letters: { x: number; y: number; width: number; height: number }[] } {
  let x = 10;
  let gap = 0;
  const letters: { x: number; y: number; width: number; height: number }[] = [];
  const read = words.map((text, index): OcrWord => {
    const symbols = text.split('').map((sign) => {
      const box = { x, y: TOP, width: sign === '|' ? 4 : 12, height: HEIGHT };
      letters.push(box);
      x += box.width + (gaps[gap] ?? 3);
      gap += 1;
      return {
        text: sign,
        confidence: 95,
        bbox: { x0: box.x, y0: TOP, x1: box.x + box.width, y1: TOP + HEIGHT },
      };
    });
    const end = (symbols.at(-1)?.bbox.x1 ?? 0) + (index === words.length - 1 ? behind : 0);
    return {
      text,
      confidence: 95,
      symbols,
      bbox: { x0: symbols[0]?.bbox.x0 ?? 0, y0: TOP, x1: end, y1: TOP + HEIGHT },
    };
  });
  return { lines: [{ words: read }], letters };
}

function read(...[words, gaps, behind]: Parameters<typeof line>): [string, number][] {
  const { lines, letters } = line(words, gaps, behind);
  return splitWords(lines, { dots: paperWithBoxes(...letters), known: SPACING }).words.map(({ text, confidence }) => [
    text,
    confidence,
  ]);
}

describe('the words of a line', () => {
  test('words are unchanged when they are separated by the usual space', () => {
    expect(read(['ANNA', 'T'], [3, 3, 3, 8])).toEqual([
      ['ANNA', 0.95],
      ['T', 0.95],
    ]);
  });

  test('a word is split where letters are as far apart as words', () => {
    expect(read(['ANNAT'], [3, 3, 3, 8])).toEqual([
      ['ANNA', 0.95],
      ['T', 0.95],
    ]);
  });

  test('a word is uncertain at an ambiguous gap and at a space that is too narrow', () => {
    expect(read(['ANNAT'], [3, 3, 3, 6])).toEqual([['ANNAT', 0.4]]);
    expect(read(['ANN', 'AT'], [3, 3, 3, 3])).toEqual([
      ['ANN', 0.4],
      ['AT', 0.4],
    ]);
  });

  test('the digits of a number stay in one word, because a 1 has wide margins', () => {
    expect(read(['4111'], [8, 8, 8])).toEqual([['4111', 0.95]]);
  });

  test('a lone stroke as high as letters is kept as a word to be confirmed', () => {
    expect(read(['JUAN', '|'], [3, 3, 3, 9])).toEqual([
      ['JUAN', 0.95],
      ['I', 0.4],
    ]);
  });

  test('a stroke that continues above and below is a table line, not a letter', () => {
    const { lines, letters } = line(['JUAN', '|'], [3, 3, 3, 9]);
    const ruling = letters.map((box) => (box.width === 4 ? { ...box, y: TOP - 15, height: HEIGHT + 30 } : box));
    const { words } = splitWords(lines, { dots: paperWithBoxes(...ruling), known: SPACING });
    expect(words.map(({ text }) => text)).toEqual(['JUAN', '|']);
  });

  test('strokes below each other are a table line printed in pieces, not letters', () => {
    const { lines, letters } = line(['JUAN', '|'], [3, 3, 3, 9]);
    const { words } = splitWords([...lines, ...lines, ...lines], {
      dots: paperWithBoxes(...letters),
      known: SPACING,
    });
    expect(words.filter(({ text }) => text === '|')).toHaveLength(3);
  });

  test('a word is uncertain and extended when an unread letter follows it', () => {
    const { lines, letters } = line(['JUAN'], [3, 3, 3]);
    const initial = { x: 75, y: TOP, width: 4, height: HEIGHT };
    const [word] = splitWords(lines, { dots: paperWithBoxes(...letters, initial), known: SPACING }).words;
    expect(word).toMatchObject({ text: 'JUAN', confidence: 0.4, width: 69 });
  });

  test('a word is uncertain when an unread letter is within its box', () => {
    const { lines, letters } = line(['JUAN'], [3, 3, 3], 15);
    const initial = { x: 75, y: TOP, width: 4, height: HEIGHT };
    const [word] = splitWords(lines, { dots: paperWithBoxes(...letters, initial), known: SPACING }).words;
    expect(word?.confidence).toBe(0.4);
  });

  test('a word is not made uncertain by specks', () => {
    const { lines, letters } = line(['JUAN'], [3, 3, 3]);
    const speck = { x: 75, y: TOP + 8, width: 3, height: 3 };
    const { words } = splitWords(lines, { dots: paperWithBoxes(...letters, speck), known: SPACING });
    expect(words.map(({ confidence }) => confidence)).toEqual([0.95]);
  });
});

const gaps = (count: number, size: number, isBlank = false): LetterGap[] =>
  Array.from({ length: count }, () => ({ size, isBlank }));

describe('the spacing of letters and words', () => {
  test('the letter spacing of a page lies between its gaps and spaces, with an ambiguous range', () => {
    const spacing = measureLetterSpacing([...gaps(100, 0.2), ...gaps(20, 0.4, true)]);
    expect(spacing?.together).toBeCloseTo(0.27);
    expect(spacing?.apart).toBeCloseTo(0.33);
  });

  test('the letter spacing of a page ignores the few gaps that OCR classified wrongly', () => {
    const usual = measureLetterSpacing([...gaps(100, 0.2), ...gaps(20, 0.4, true)]);
    expect(
      measureLetterSpacing([...gaps(100, 0.2), gaps(1, 0.5), ...gaps(20, 0.4, true), gaps(1, 0.1, true)].flat()),
    ).toEqual(usual);
  });

  test('the letter spacing of a page has a wide ambiguous range when the print is too loose', () => {
    const spacing = measureLetterSpacing([...gaps(100, 0.35), ...gaps(20, 0.4, true)]);
    expect(spacing?.together).toBeCloseTo(0.18);
    expect(spacing?.apart).toBeCloseTo(0.32);
  });

  test.each([
    ['nothing', []],
    ['a line without blanks', gaps(100, 0.2)],
    ['a title', [...gaps(40, 0.2), ...gaps(5, 0.4, true)]],
  ])('the letter spacing of a page cannot be measured on %s', (_what, few) => {
    expect(measureLetterSpacing(few)).toBeNull();
  });
});
