import { withoutRuling } from './ruling.ts';
import { inkOn, WIDTH } from './testing/ink-on.ts';

const inkOf = ({ data }: ReturnType<typeof inkOn>) => data.filter((dot) => dot === 0).length;
const LETTER = { x: 100, y: 40, width: 8, height: 10 };

describe('a picture without the lines of its tables', () => {
  test('keeps letters, and loses long thin strokes both ways', () => {
    const ruled = inkOn(
      LETTER,
      { x: 0, y: 60, width: WIDTH, height: 2 },
      { x: 50, y: 0, width: 1, height: 50 },
    );
    expect(inkOf(withoutRuling(ruled))).toBe(inkOf(inkOn(LETTER)));
  });

  test('keeps what is as thick as a letter', () => {
    const bar = inkOn({ x: 20, y: 20, width: 300, height: 12 });
    expect(inkOf(withoutRuling(bar))).toBe(inkOf(bar));
  });

  test('keeps the dots of a letter that stands on a line', () => {
    const standing = inkOn({ x: 100, y: 50, width: 8, height: 10 }, { x: 0, y: 60, width: WIDTH, height: 2 });
    const { data } = withoutRuling(standing);
    expect(data.subarray(55 * WIDTH + 100, 55 * WIDTH + 108)).toEqual(Buffer.alloc(8, 0));
  });
});
