import { paperWithBoxes, WIDTH } from '../testing/document-file-fixtures.ts';
import { gapsBetweenLetters, inkDistance, removeRuling } from './page-ink.ts';

describe('white columns within a word', () => {
  const word = paperWithBoxes(
    { x: 10, y: 10, width: 5, height: 10 },
    { x: 17, y: 10, width: 5, height: 10 },
    { x: 30, y: 10, width: 5, height: 10 },
  );
  const box = { x0: 8, y0: 8, x1: 36, y1: 22 };

  test('white columns within a word are found between its letters', () => {
    expect(gapsBetweenLetters(word, box)).toEqual([16, 26]);
  });

  test('a white column within a word is as wide as the distance between the ink on both sides', () => {
    expect(inkDistance(word, 26, box)).toBe(8);
  });

  test('the distance between two letters is wider than the white column where a foot is below a bar', () => {
    // Only the foot of an A, at its bottom right, and the bar of a T, at its top left.
    const kerned = paperWithBoxes({ x: 10, y: 18, width: 10, height: 2 }, { x: 24, y: 8, width: 10, height: 2 });
    const at = { x0: 8, y0: 8, x1: 36, y1: 20 };
    expect(gapsBetweenLetters(kerned, at)).toEqual([22]);
    expect(inkDistance(kerned, 22, at)).toBeGreaterThan(8);
  });

  test('a white column with ink on one side only counts as infinitely wide', () => {
    expect(inkDistance(word, 300, { ...box, x1: 400 })).toBe(Number.POSITIVE_INFINITY);
  });
});

const inkOf = ({ data }: ReturnType<typeof paperWithBoxes>) => data.filter((dot) => dot === 0).length;
const LETTER = { x: 100, y: 40, width: 8, height: 10 };

describe('removal of table lines', () => {
  test('removing table lines keeps letters and loses long thin strokes in both directions', () => {
    const ruled = paperWithBoxes(
      LETTER,
      { x: 0, y: 60, width: WIDTH, height: 2 },
      { x: 50, y: 0, width: 1, height: 50 },
    );
    expect(inkOf(removeRuling(ruled))).toBe(inkOf(paperWithBoxes(LETTER)));
  });

  test('removing table lines keeps strokes as thick as a letter', () => {
    const bar = paperWithBoxes({ x: 20, y: 20, width: 300, height: 12 });
    expect(inkOf(removeRuling(bar))).toBe(inkOf(bar));
  });

  test('removing table lines keeps the pixels of a letter that touches a line', () => {
    const standing = paperWithBoxes({ x: 100, y: 50, width: 8, height: 10 }, { x: 0, y: 60, width: WIDTH, height: 2 });
    const { data } = removeRuling(standing);
    expect(data.subarray(55 * WIDTH + 100, 55 * WIDTH + 108)).toEqual(Buffer.alloc(8, 0));
  });
});
