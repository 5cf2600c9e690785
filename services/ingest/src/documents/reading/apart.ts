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
/** Letters of a word leave less of their height white between them; a blank leaves more. */
const BLANK = 0.27;

/** Middles of the blanks in a word's box: where print has a blank that the reader of pictures has not seen, "OLGA T" for "OLGAT". */
export function blanksIn({ data, width, height }: Dots, box: DotBox): number[] {
  const [x0, x1] = [Math.max(0, Math.floor(box.x0)), Math.min(width, Math.ceil(box.x1))];
  const [y0, y1] = [Math.max(0, Math.floor(box.y0)), Math.min(height, Math.ceil(box.y1))];
  const widest = BLANK * (y1 - y0);
  const blanks: number[] = [];
  let start: number | null = null;
  for (let x = x0; x < x1; x += 1) {
    let isWhite = true;
    for (let y = y0; y < y1 && isWhite; y += 1) isWhite = (data[y * width + x] ?? 255) > PAPER;
    if (isWhite) start ??= x;
    else {
      // White before the first letter is no blank within the word.
      if (start !== null && start > x0 && x - start >= widest) blanks.push((start + x) / 2);
      start = null;
    }
  }
  return blanks;
}
