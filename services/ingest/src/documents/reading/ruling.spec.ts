import { blanksIn, type Dots, usualBlank } from './apart.ts';
import { withoutRuling } from './ruling.ts';

const WIDTH = 400;
const HEIGHT = 100;

function drawn(...boxes: { x: number; y: number; width: number; height: number }[]): Dots {
  const data = Buffer.alloc(WIDTH * HEIGHT, 255);
  for (const { x, y, width, height } of boxes)
    for (let row = y; row < y + height; row += 1) data.fill(0, row * WIDTH + x, row * WIDTH + x + width);
  return { data, width: WIDTH, height: HEIGHT };
}
const inkOf = ({ data }: Dots) => data.filter((dot) => dot === 0).length;
const LETTER = { x: 100, y: 40, width: 8, height: 10 };

describe('a picture without the lines of its tables', () => {
  test('keeps letters, and loses long thin strokes both ways', () => {
    const ruled = drawn(
      LETTER,
      { x: 0, y: 60, width: WIDTH, height: 2 },
      { x: 50, y: 0, width: 1, height: 50 },
    );
    expect(inkOf(withoutRuling(ruled))).toBe(inkOf(drawn(LETTER)));
  });

  test('keeps what is as thick as a letter', () => {
    const bar = drawn({ x: 20, y: 20, width: 300, height: 12 });
    expect(inkOf(withoutRuling(bar))).toBe(inkOf(bar));
  });

  test('keeps the dots of a letter that stands on a line', () => {
    const standing = drawn({ x: 100, y: 50, width: 8, height: 10 }, { x: 0, y: 60, width: WIDTH, height: 2 });
    const { data } = withoutRuling(standing);
    expect(data.subarray(55 * WIDTH + 100, 55 * WIDTH + 108)).toEqual(Buffer.alloc(8, 0));
  });
});

describe('white within a word', () => {
  test('is measured between its letters', () => {
    const word = drawn(
      { x: 10, y: 10, width: 5, height: 10 },
      { x: 17, y: 10, width: 5, height: 10 },
      { x: 30, y: 10, width: 5, height: 10 },
    );
    expect(blanksIn(word, { x0: 8, y0: 8, x1: 36, y1: 22 })).toEqual([
      { middle: 16, width: 2 },
      { middle: 26, width: 8 },
    ]);
  });

  test('is compared with what parts words on the page, columns left out', () => {
    const words = (...starts: number[]) => ({
      words: starts.map((x) => ({ bbox: { x0: x, y0: 0, x1: x + 20, y1: 10 } })),
    });
    expect(usualBlank([words(0, 26, 52), words(0, 27, 200)])).toBe(6);
    expect(usualBlank([words(0)])).toBe(Number.POSITIVE_INFINITY);
  });
});
