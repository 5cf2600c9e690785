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

/** White between two letters of a word: its middle and its width, in dots. */
export interface Blank {
  middle: number;
  width: number;
}

/** The white in a word's box between its letters, from left to right. */
export function blanksIn({ data, width, height }: Dots, box: DotBox): Blank[] {
  const [x0, x1] = [Math.max(0, Math.floor(box.x0)), Math.min(width, Math.ceil(box.x1))];
  const [y0, y1] = [Math.max(0, Math.floor(box.y0)), Math.min(height, Math.ceil(box.y1))];
  const blanks: Blank[] = [];
  let start: number | null = null;
  for (let x = x0; x < x1; x += 1) {
    let isWhite = true;
    for (let y = y0; y < y1 && isWhite; y += 1) isWhite = (data[y * width + x] ?? 255) > PAPER;
    if (isWhite) start ??= x;
    else {
      // White before the first letter is not within the word.
      if (start !== null && start > x0) blanks.push({ middle: (start + x) / 2, width: x - start });
      start = null;
    }
  }
  return blanks;
}

/** What blanks between words of a page measure, in dots: the middle one of those that are no gaps between columns. */
export function usualBlank(lines: readonly { words: readonly { bbox: DotBox }[] }[]): number {
  const blanks = lines
    .flatMap(({ words }) =>
      words.slice(1).map(({ bbox }, index) => {
        const before = words[index]?.bbox ?? bbox;
        return { width: bbox.x0 - before.x1, height: bbox.y1 - bbox.y0 };
      }),
    )
    .filter(({ width, height }) => width > 0 && width < height)
    .map(({ width }) => width)
    .toSorted((one, other) => one - other);
  return blanks[Math.floor(blanks.length / 2)] ?? Number.POSITIVE_INFINITY;
}
