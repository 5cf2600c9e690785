import type { Dots } from './apart.ts';

/** Darker dots are ink. */
const INK = 150;
/** A stroke of no letter is as long as this part of a page's width, and a line is no thicker than this part of it. */
const LONG = 0.03;
const THIN = 0.004;

/**
 * The same picture without the lines of tables, which are read as apostrophes and bars where text stands close to them. Where a
 * letter crosses a line its dots stay.
 */
export function withoutRuling({ data, width, height }: Dots): Dots {
  const cleaned = Buffer.from(data);
  const long = Math.round(width * LONG);
  const thin = Math.max(3, Math.round(width * THIN));
  const isInk = (x: number, y: number): boolean => (data[y * width + x] ?? 255) < INK;
  /** How thick the ink is at a dot of a line, across it; as thick as is looked at when it goes on. */
  const thickness = (x: number, y: number, step: { x: number; y: number }): number => {
    let count = 1;
    for (const sign of [1, -1])
      for (let far = 1; far <= thin && isInk(x + sign * far * step.x, y + sign * far * step.y); far += 1)
        count += 1;
    return count;
  };
  const erase = (
    from: number,
    to: number,
    at: (place: number) => { x: number; y: number },
    across: { x: number; y: number },
  ): void => {
    for (let place = from; place < to; place += 1) {
      const { x, y } = at(place);
      if (thickness(x, y, across) > thin) continue;
      // The grey edge of the line goes with it.
      for (let far = -2; far <= 2; far += 1) {
        const dot = (y + far * across.y) * width + x + far * across.x;
        if (dot >= 0 && dot < cleaned.length) cleaned[dot] = 255;
      }
    }
  };
  for (let y = 0; y < height; y += 1)
    for (const [from, to] of runs(width, (x) => isInk(x, y), long))
      erase(from, to, (x) => ({ x, y }), { x: 0, y: 1 });
  for (let x = 0; x < width; x += 1)
    for (const [from, to] of runs(height, (y) => isInk(x, y), long))
      erase(from, to, (y) => ({ x, y }), { x: 1, y: 0 });
  return { data: cleaned, width, height };
}

/** Stretches of ink that are long enough, with their end behind the last dot. */
function runs(length: number, isInk: (place: number) => boolean, least: number): [number, number][] {
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
