/** The dots of a grey picture, row by row, 0 black to 255 white. */
export interface Dots {
  data: Buffer;
  width: number;
  height: number;
}

export interface DotBox {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Lighter dots are paper. */
const PAPER = 140;

export const isInk = ({ data, width }: Dots, x: number, y: number): boolean =>
  (data[y * width + x] ?? 255) <= PAPER;

/** The middles, in dots, of the white columns between the letters in a box, from left to right. */
export function blanksIn(dots: Dots, box: DotBox): number[] {
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
      // White before the first letter is not between letters.
      if (start !== null && start > x0) blanks.push((start + x) / 2);
      start = null;
    }
  }
  return blanks;
}

/**
 * How far apart, in dots, the ink on both sides of a white column stands where it comes nearest. The width of the column itself
 * says less: an A and a T that a blank parts have their foot and their bar nearly over each other.
 * @param box of both letters; farther than it is high nothing is looked for
 */
export function inkDistance(dots: Dots, x: number, box: DotBox): number {
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
