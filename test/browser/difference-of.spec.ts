import sharp from 'sharp';
import { imageDifference, MAX_DIFFERENT_SHARE } from './screenshots.ts';

const WINDOW = { width: 1440, height: 900 };

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  color: string;
}

/** A window with a sidebar, two cards, and lines of text drawn as thin strokes. */
function drawn(boxes: readonly Box[], shiftOfText = 0): Promise<Buffer> {
  const strokes = Array.from({ length: 300 }, (_, stroke) => ({
    left: 400 + (stroke % 60) * 14 + shiftOfText,
    top: 400 + Math.floor(stroke / 60) * 40,
    width: 3,
    height: 10,
    color: '#223',
  }));
  const rectangles = [...boxes, ...strokes].map(
    ({ left, top, width, height, color }) =>
      `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${color}"/>`,
  );
  const { width, height } = WINDOW;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#f3f6f7"/>${rectangles.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const SIDEBAR: Box = { left: 0, top: 0, width: 256, height: 900, color: '#fff' };
const CARD: Box = { left: 300, top: 100, width: 260, height: 200, color: '#0f766e' };
const SECOND: Box = { ...CARD, left: 600 };

describe('screenshot comparison', () => {
  it('the difference between an approved screenshot and an identical one is zero', async () => {
    const same = [SIDEBAR, CARD, SECOND];
    expect(await imageDifference(await drawn(same), await drawn(same))).toBe(0);
  });

  it('the difference between two screenshots ignores slightly shifted letters, as with another font', async () => {
    const boxes = [SIDEBAR, CARD, SECOND];
    expect(await imageDifference(await drawn(boxes), await drawn(boxes, 4))).toBeLessThan(MAX_DIFFERENT_SHARE);
  });

  it.each([
    ['a missing card', [SIDEBAR, CARD]],
    ['a moved card', [SIDEBAR, CARD, { ...SECOND, top: 320 }]],
    ['a card of another color', [SIDEBAR, CARD, { ...SECOND, color: '#b91c1c' }]],
  ])('the difference between two screenshots exceeds the limit for %s', async (_, boxes) => {
    const approved = await drawn([SIDEBAR, CARD, SECOND]);
    expect(await imageDifference(approved, await drawn(boxes))).toBeGreaterThan(MAX_DIFFERENT_SHARE);
  });

  it('the difference between two screenshots is 1 for windows with different proportions', async () => {
    const approved = await drawn([SIDEBAR]);
    const narrow = await sharp(approved).extract({ left: 0, top: 0, width: 720, height: 900 }).png().toBuffer();
    expect(await imageDifference(approved, narrow)).toBe(1);
  });
});
