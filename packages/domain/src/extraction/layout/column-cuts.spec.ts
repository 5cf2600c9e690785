import { aPage, aWord } from '../testing/a-word.ts';
import { columnCuts } from './column-cuts.ts';
import { linesOf } from './lines.ts';

const label = (text: string, x: number, width: number) => ({ text, box: { x, y: 0, width, height: 10 } });
type Row = readonly (readonly [x: number, width: number])[];
const body = (...rows: readonly Row[]) =>
  linesOf(
    aPage(
      rows.flatMap((words, row) => words.map(([x, width]) => aWord('x', { x, width, y: 20 * (row + 1) }))),
    ),
  );

describe('where columns part', () => {
  // Their middles are at 120 and 330.
  const labels = [label('Name', 100, 40), label('Amount', 300, 60)];
  const cutOf = (...rows: readonly Row[]) => columnCuts(labels, body(...rows))[0];
  const rows = (count: number, row: Row) => Array.from({ length: count }, () => row);

  test('is the left edge of a header that three tenths of the values begin at', () => {
    const inRhythm: Row = [
      [100, 60],
      [320, 20],
    ];
    for (const x of [297, 300, 303])
      expect(
        cutOf(
          ...rows(7, inRhythm),
          ...rows(3, [
            [100, 60],
            [x, 40],
          ]),
        ),
      ).toBe(298.5);
    expect(
      cutOf(
        ...rows(8, inRhythm),
        ...rows(2, [
          [100, 60],
          [300, 40],
        ]),
      ),
    ).toBe(230);
    expect(
      cutOf(
        ...rows(9, [
          [100, 60],
          [303.5, 40],
        ]),
      ),
    ).toBe(231.5);
    expect(
      cutOf(
        ...rows(9, [
          [100, 60],
          [296.5, 40],
        ]),
      ),
    ).toBe(228);
  });

  test('is the widest gap before values that are set to the right, also when they are wider than the header', () => {
    expect(
      cutOf(
        [
          [100, 120],
          [270, 90],
        ],
        [
          [100, 60],
          [330, 30],
        ],
      ),
    ).toBe(245);
    expect(
      cutOf([
        [100, 60],
        [200, 20],
        [290, 70],
      ]),
    ).toBe(255);
    expect(
      cutOf([
        [100, 30],
        [230, 20],
        [260, 100],
      ]),
    ).toBe(180);
    expect(
      cutOf([
        [100, 60],
        [200, 20],
        [260, 100],
      ]),
    ).toBe(180);
  });

  test('counts a part of a unit as covered', () => {
    expect(
      cutOf([
        [100, 60.5],
        [200.5, 159.5],
      ]),
    ).toBe(180.5);
  });

  test('is where the fewest rows cross, when some row crosses everywhere', () => {
    expect(
      cutOf(
        [[100, 250]],
        [
          [100, 120],
          [270, 90],
        ],
      ),
    ).toBe(245);
    expect(
      cutOf(
        [[100, 250]],
        [[100, 250]],
        [
          [100, 120],
          [270, 90],
        ],
      ),
    ).toBe(245);
  });

  test('is not at the edge of a header that a value crosses', () => {
    const flush = rows(4, [
      [100, 60],
      [300, 40],
    ]);
    expect(
      cutOf(...flush, [
        [100, 60],
        [290, 12],
      ]),
    ).toBe(225);
    expect(
      cutOf(...flush, [
        [100, 60],
        [290, 11],
      ]),
    ).toBe(298.5);
    expect(
      cutOf(...flush, [
        [100, 60],
        [297, 70],
      ]),
    ).toBe(298.5);
  });

  test('is half way between the headers when there are no values', () => {
    expect(cutOf()).toBe(225);
    expect(columnCuts([label('Name', 100, 40), label('Amount', 300, 61)], [])).toEqual([225.5]);
  });

  test('is one less than there are columns', () => {
    expect(columnCuts([...labels, label('Date', 400, 40)], [])).toEqual([225, 375]);
    expect(columnCuts(labels.slice(1), [])).toEqual([]);
  });

  test('is the same place on a page of any size, in the units of that page', () => {
    const scaled = (by: number) =>
      columnCuts(
        [label('Name', 100 * by, 40 * by), label('Amount', 300 * by, 60 * by)],
        body(
          ...rows(2, [
            [100 * by, 120 * by],
            [270 * by, 90 * by],
          ]),
        ),
      )[0];
    expect(scaled(4)).toBe(4 * (scaled(1) ?? 0));
  });
});
