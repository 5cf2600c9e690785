/** A gray picture row by row, 0 black to 255 white. */
export interface GrayPixels {
  data: Buffer;
  width: number;
  height: number;
}

export interface PixelBox {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Lighter pixels are paper. */
const PAPER_LEVEL = 140;

const isInk = ({ data, width }: GrayPixels, x: number, y: number): boolean =>
  (data[y * width + x] ?? 255) <= PAPER_LEVEL;

/** The centers of the white columns between the letters in a box, in pixels from left to right. */
export function gapsBetweenLetters(dots: GrayPixels, box: PixelBox): number[] {
  const { width, height } = dots;
  const [x0, x1] = [Math.max(0, Math.floor(box.x0)), Math.min(width, Math.ceil(box.x1))];
  const [y0, y1] = [Math.max(0, Math.floor(box.y0)), Math.min(height, Math.ceil(box.y1))];
  const blanks: number[] = [];
  let start: number | null = null;
  for (let x = x0; x < x1; x += 1) {
    let isWhite = true;
    for (let y = y0; y < y1 && isWhite; y += 1) isWhite = !isInk(dots, x, y);
    if (isWhite) start ??= x;
    else {
      // White before the first letter does not count.
      if (start !== null && start > x0) blanks.push((start + x) / 2);
      start = null;
    }
  }
  return blanks;
}

/**
 * The smallest distance, in pixels, between the ink on both sides of a white column. The column width is less reliable:
 * the foot of an A and the bar of a T nearly overlap.
 * @param box of both letters; its height limits the search
 */
export function inkDistance(dots: GrayPixels, x: number, box: PixelBox): number {
  const { width, height } = dots;
  const [y0, y1] = [Math.max(0, Math.floor(box.y0)), Math.min(height, Math.ceil(box.y1))];
  const rows = Math.max(0, y1 - y0);
  const middle = Math.floor(x);
  const reach = (y: number, from: number, step: 1 | -1): number => {
    for (let far = 0; far <= rows; far += 1) {
      const at = from + step * far;
      if (at < 0 || at >= width) break;
      if (isInk(dots, at, y)) return far;
    }
    return Number.POSITIVE_INFINITY;
  };
  const left = Array.from({ length: rows }, (_, row) => reach(y0 + row, middle, -1));
  const right = Array.from({ length: rows }, (_, row) => reach(y0 + row, middle + 1, 1));
  let nearest = Number.POSITIVE_INFINITY;
  for (const [row, before] of left.entries()) {
    if (before >= nearest) continue;
    for (const [other, behind] of right.entries())
      if (before + behind < nearest) nearest = Math.min(nearest, Math.hypot(before + behind, row - other));
  }
  return nearest;
}

/** As a share of the line height; shorter ink is a speck or the dot of a letter. */
const MIN_LETTER_HEIGHT = 0.6;
/** Ink that extends beyond a line of text by this share of the line's height is a ruling. */
const RULING_OVERHANG = 0.3;

/** The end, in pixels, of a letter within a box on a line; null if there is none. Table lines do not count. */
export function findLetterIn(dots: GrayPixels, box: PixelBox): number | null {
  const height = box.y1 - box.y0;
  let rows: number[] = [];
  // Ink that begins before the box belongs to the word before it.
  let isOurs = false;
  for (let x = Math.max(0, Math.floor(box.x0)); x < Math.min(dots.width, Math.ceil(box.x1)); x += 1) {
    const column = inkRowsInColumn(dots, x, { from: box.y0, to: box.y1 });
    if (column.length > 0) {
      if (isOurs) rows.push(...column);
      continue;
    }
    if (isLetterHeight(rows, height) && !extendsBeyondLine(dots, { ...box, x0: x - 1, x1: x })) return x;
    rows = [];
    isOurs = true;
  }
  return null;
}

/** Whether the ink in a box continues above or below it, as table lines do. */
export function extendsBeyondLine(dots: GrayPixels, { x0, x1, y0, y1 }: PixelBox): boolean {
  const far = RULING_OVERHANG * (y1 - y0);
  for (let x = Math.floor(x0); x < x1; x += 1)
    for (const range of [
      { from: y0 - far, to: y0 },
      { from: y1, to: y1 + far },
    ])
      if (inkRowsInColumn(dots, x, range).length >= far / 2) return true;
  return false;
}

const isLetterHeight = (rows: readonly number[], height: number): boolean =>
  rows.length > 0 && Math.max(...rows) - Math.min(...rows) + 1 >= MIN_LETTER_HEIGHT * height;

function inkRowsInColumn(dots: GrayPixels, x: number, { from, to }: { from: number; to: number }): number[] {
  const rows: number[] = [];
  for (let y = Math.max(0, Math.floor(from)); y < Math.min(dots.height, Math.ceil(to)); y += 1)
    if (isInk(dots, x, y)) rows.push(y);
  return rows;
}

/** Darker pixels are ink. */
const RULING_INK_LEVEL = 150;
/** As shares of the page width: longer than the strokes of letters, and not thicker than a line. */
const MIN_RULING_LENGTH = 0.03;
const MAX_RULING_THICKNESS = 0.004;

/** Removes table lines, which OCR reads as apostrophes and bars. Where a letter crosses a line, its pixels stay. */
export function removeRuling({ data, width, height }: GrayPixels): GrayPixels {
  const cleaned = Buffer.from(data);
  const long = Math.round(width * MIN_RULING_LENGTH);
  const thin = Math.max(3, Math.round(width * MAX_RULING_THICKNESS));
  const isInk = (dot: number): boolean => (data[dot] ?? 255) < RULING_INK_LEVEL;
  /** Thickness of the ink at a pixel of a line, measured across the line, up to a limit. */
  const thickness = (dot: number, across: number): number => {
    let count = 1;
    for (const step of [across, -across])
      for (let far = 1; far <= thin && isInk(dot + far * step); far += 1) count += 1;
    return count;
  };
  /** @param first pixel of a row or column; `along` and `across` are the steps to the next pixels in each direction */
  const clean = (first: number, row: { along: number; across: number; length: number }): void => {
    for (const [from, to] of inkRuns(row.length, (place) => isInk(first + place * row.along), long))
      for (let dot = first + from * row.along; dot < first + to * row.along; dot += row.along) {
        if (thickness(dot, row.across) > thin) continue;
        // Includes the gray edge of the line.
        for (let far = -2; far <= 2; far += 1) cleaned[dot + far * row.across] = 255;
      }
  };
  for (let y = 0; y < height; y += 1) clean(y * width, { along: 1, across: width, length: width });
  for (let x = 0; x < width; x += 1) clean(x, { along: width, across: 1, length: height });
  return { data: cleaned, width, height };
}

/** Runs of at least `least` dots of ink: the first dot and the one after the last. */
function inkRuns(length: number, isInk: (place: number) => boolean, least: number): [number, number][] {
  const found: [number, number][] = [];
  let start: number | null = null;
  for (let place = 0; place <= length; place += 1) {
    if (place < length && isInk(place)) start ??= place;
    else if (start !== null) {
      if (place - start >= least) found.push([start, place]);
      start = null;
    }
  }
  return found;
}
