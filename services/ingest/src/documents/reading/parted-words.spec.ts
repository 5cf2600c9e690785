import { partedWords } from './parted-words.ts';
import type { ReadLine, ReadWord } from './read-line.ts';
import { inkOn } from './testing/ink-on.ts';

const SPACING = { together: 0.27, apart: 0.33 };
const [TOP, HEIGHT] = [40, 20];

/** Letters are boxes of twelve dots, so far apart as is said; the last number is where the last word's box ends behind its ink. */
function line(
  words: readonly string[],
  gaps: readonly number[],
  behind = 0,
): { lines: ReadLine[]; letters: { x: number; y: number; width: number; height: number }[] } {
  let x = 10;
  let gap = 0;
  const letters: { x: number; y: number; width: number; height: number }[] = [];
  const read = words.map((text, index): ReadWord => {
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
  return partedWords(lines, { dots: inkOn(...letters), known: SPACING }).words.map(({ text, confidence }) => [
    text,
    confidence,
  ]);
}

describe('the words of a line', () => {
  test('are as they were read where their letters stand as words do', () => {
    expect(read(['ANNA', 'T'], [3, 3, 3, 8])).toEqual([
      ['ANNA', 0.95],
      ['T', 0.95],
    ]);
  });

  test('part where letters stand as far apart as words do', () => {
    expect(read(['ANNAT'], [3, 3, 3, 8])).toEqual([
      ['ANNA', 0.95],
      ['T', 0.95],
    ]);
  });

  test('are unclear where it may be either, and where a blank was seen that is none', () => {
    expect(read(['ANNAT'], [3, 3, 3, 6])).toEqual([['ANNAT', 0.4]]);
    expect(read(['ANN', 'AT'], [3, 3, 3, 3])).toEqual([
      ['ANN', 0.4],
      ['AT', 0.4],
    ]);
  });

  test('leave digits as they are: a 1 has much room around it', () => {
    expect(read(['4111'], [8, 8, 8])).toEqual([['4111', 0.95]]);
  });

  test('hold a lone stroke as high as letters as what it is, to be confirmed', () => {
    expect(read(['JUAN', '|'], [3, 3, 3, 9])).toEqual([
      ['JUAN', 0.95],
      ['I', 0.4],
    ]);
  });

  test('leave a stroke that goes on above and below as the line of a table', () => {
    const { lines, letters } = line(['JUAN', '|'], [3, 3, 3, 9]);
    const ruling = letters.map((box) =>
      box.width === 4 ? { ...box, y: TOP - 15, height: HEIGHT + 30 } : box,
    );
    const { words } = partedWords(lines, { dots: inkOn(...ruling), known: SPACING });
    expect(words.map(({ text }) => text)).toEqual(['JUAN', '|']);
  });

  test('leave strokes that stand below each other as a line that was printed in pieces', () => {
    const { lines, letters } = line(['JUAN', '|'], [3, 3, 3, 9]);
    const { words } = partedWords([...lines, ...lines, ...lines], {
      dots: inkOn(...letters),
      known: SPACING,
    });
    expect(words.filter(({ text }) => text === '|')).toHaveLength(3);
  });

  test('are unclear where a letter stands behind them that was not read, and reach as far', () => {
    const { lines, letters } = line(['JUAN'], [3, 3, 3]);
    const initial = { x: 75, y: TOP, width: 4, height: HEIGHT };
    const [word] = partedWords(lines, { dots: inkOn(...letters, initial), known: SPACING }).words;
    expect(word).toMatchObject({ text: 'JUAN', confidence: 0.4, width: 69 });
  });

  test('are unclear where such a letter stands within their box', () => {
    const { lines, letters } = line(['JUAN'], [3, 3, 3], 15);
    const initial = { x: 75, y: TOP, width: 4, height: HEIGHT };
    const [word] = partedWords(lines, { dots: inkOn(...letters, initial), known: SPACING }).words;
    expect(word?.confidence).toBe(0.4);
  });

  test('are not made unclear by specks', () => {
    const { lines, letters } = line(['JUAN'], [3, 3, 3]);
    const speck = { x: 75, y: TOP + 8, width: 3, height: 3 };
    const { words } = partedWords(lines, { dots: inkOn(...letters, speck), known: SPACING });
    expect(words.map(({ confidence }) => confidence)).toEqual([0.95]);
  });
});
