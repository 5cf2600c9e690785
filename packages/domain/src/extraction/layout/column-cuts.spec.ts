import { columnCuts } from './column-cuts.ts';
import { linesOf } from './lines.ts';
import type { Word } from './word.ts';

const word = (text: string, x: number, width: number, y = 0): Word => ({
  text,
  x,
  y,
  width,
  height: 10,
  confidence: 1,
});
const label = (text: string, x: number, width: number) => ({ text, box: { x, y: 0, width, height: 10 } });
const body = (...rows: readonly (readonly [number, number])[][]) =>
  linesOf({
    page: 1,
    width: 500,
    height: 500,
    words: rows.flatMap((words, row) => words.map(([x, width]) => word('x', x, width, 20 * (row + 1)))),
  });

describe('where columns part', () => {
  const name = label('Name', 100, 40);
  const amount = label('Amount', 300, 60);

  test('is the left edge of a header that its values begin at', () => {
    const [cut = 0] = columnCuts(
      [name, amount],
      body(
        [
          [100, 150],
          [300, 40],
        ],
        [
          [100, 80],
          [301, 40],
        ],
      ),
    );
    expect(cut).toBeGreaterThan(250);
    expect(cut).toBeLessThan(300);
  });

  test('is the widest gap before values that are set to the right, also when they are wider than the header', () => {
    const [cut = 0] = columnCuts(
      [name, amount],
      body(
        [
          [100, 120],
          [270, 90],
        ],
        [
          [100, 60],
          [330, 30],
        ],
      ),
    );
    expect(cut).toBeGreaterThan(220);
    expect(cut).toBeLessThan(270);
  });

  test('is not at the edge of a header that a value crosses', () => {
    const [cut = 0] = columnCuts(
      [name, amount],
      body(
        [
          [100, 60],
          [300, 40],
        ],
        [
          [100, 60],
          [280, 80],
        ],
        [
          [100, 60],
          [300, 40],
        ],
      ),
    );
    expect(cut).toBeGreaterThan(160);
    expect(cut).toBeLessThan(280);
  });

  test('is between the headers when there are no values', () => {
    const [cut = 0] = columnCuts([name, amount], []);
    expect(cut).toBeGreaterThan(140);
    expect(cut).toBeLessThan(330);
  });

  test('is the same place on a page of any size, in the units of that page', () => {
    const scaled = (by: number) =>
      columnCuts(
        [label('Name', 100 * by, 40 * by), label('Amount', 300 * by, 60 * by)],
        linesOf({
          page: 1,
          width: 500 * by,
          height: 500 * by,
          words: [20, 40].flatMap((y) => [
            { ...word('x', 100 * by, 120 * by, y * by), height: 10 * by },
            { ...word('x', 270 * by, 90 * by, y * by), height: 10 * by },
          ]),
        }),
      )[0] ?? 0;
    expect(scaled(4) / 4).toBeCloseTo(scaled(1), 0);
  });
});
