import { type DotBox, type Dots, isInk } from './apart.ts';

/** Ink this high, as a part of the line, is a letter; lower it is a speck, or the dot of a letter. */
const LETTER_HIGH = 0.6;
/** Ink that goes on above or below a line by so much of its height is a ruling. */
const BEYOND = 0.3;

/**
 * Where ink as high as a letter ends that begins in a stretch of a line, in dots; null when there is none. Ink that goes on beyond
 * the stretch is left out, and so is the line of a table.
 */
export function letterWithin(dots: Dots, box: DotBox): number | null {
  const height = box.y1 - box.y0;
  let rows: number[] = [];
  // What begins before the stretch belongs to the word there.
  let isOurs = false;
  for (let x = Math.max(0, Math.floor(box.x0)); x < Math.min(dots.width, Math.ceil(box.x1)); x += 1) {
    const column = inkRows(dots, x, { from: box.y0, to: box.y1 });
    if (column.length > 0) {
      if (isOurs) rows.push(...column);
      continue;
    }
    if (isHigh(rows, height) && !goesBeyond(dots, { ...box, x0: x - 1, x1: x })) return x;
    rows = [];
    isOurs = true;
  }
  return null;
}

/** Whether the ink in a box goes on above or below it, as the lines of tables do and letters do not. */
export function goesBeyond(dots: Dots, { x0, x1, y0, y1 }: DotBox): boolean {
  const far = BEYOND * (y1 - y0);
  for (let x = Math.floor(x0); x < x1; x += 1)
    for (const stretch of [
      { from: y0 - far, to: y0 },
      { from: y1, to: y1 + far },
    ])
      if (inkRows(dots, x, stretch).length >= far / 2) return true;
  return false;
}

const isHigh = (rows: readonly number[], height: number): boolean =>
  rows.length > 0 && Math.max(...rows) - Math.min(...rows) + 1 >= LETTER_HIGH * height;

function inkRows(dots: Dots, x: number, { from, to }: { from: number; to: number }): number[] {
  const rows: number[] = [];
  for (let y = Math.max(0, Math.floor(from)); y < Math.min(dots.height, Math.ceil(to)); y += 1)
    if (isInk(dots, x, y)) rows.push(y);
  return rows;
}
