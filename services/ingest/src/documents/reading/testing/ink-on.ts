import type { Dots } from '../apart.ts';

export const WIDTH = 400;
const HEIGHT = 100;

/** White paper with black boxes on it. */
export function inkOn(...boxes: { x: number; y: number; width: number; height: number }[]): Dots {
  const data = Buffer.alloc(WIDTH * HEIGHT, 255);
  for (const { x, y, width, height } of boxes)
    for (let row = y; row < y + height; row += 1) data.fill(0, row * WIDTH + x, row * WIDTH + x + width);
  return { data, width: WIDTH, height: HEIGHT };
}
