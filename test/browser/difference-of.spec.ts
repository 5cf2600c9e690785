import sharp from 'sharp';
import { imageDifference, MAX_DIFFERENT_SHARE } from './screenshots.ts';

const WINDOW = { width: 1440, height: 900 };

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  colour: string;
}

/** A window with a side bar, two cards, and lines of text that are made of thin strokes. */
function drawn(boxes: readonly Box[], shiftOfText = 0): Promise<Buffer> {
  const strokes = Array.from({ length: 300 }, (_, stroke) => ({
    left: 400 + (stroke % 60) * 14 + shiftOfText,
    top: 400 + Math.floor(stroke / 60) * 40,
    width: 3,
    height: 10,
    colour: '#223',
  }));
  const rectangles = [...boxes, ...strokes].map(
    ({ left, top, width, height, colour }) =>
      `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${colour}"/>`,
  );
  const { width, height } = WINDOW;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#f3f6f7"/>${rectangles.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const SIDEBAR: Box = { left: 0, top: 0, width: 256, height: 900, colour: '#fff' };
const CARD: Box = { left: 300, top: 100, width: 260, height: 200, colour: '#0f766e' };
const SECOND: Box = { ...CARD, left: 600 };

describe('the difference between an approved picture and what is on the screen', () => {
  it('is none for the same', async () => {
    const same = [SIDEBAR, CARD, SECOND];
    expect(await imageDifference(await drawn(same), await drawn(same))).toBe(0);
  });

  it('forgives letters that stand a little elsewhere, as in another font', async () => {
    const boxes = [SIDEBAR, CARD, SECOND];
    expect(await imageDifference(await drawn(boxes), await drawn(boxes, 4))).toBeLessThan(
      MAX_DIFFERENT_SHARE,
    );
  });

  it.each([
    ['a card that is gone', [SIDEBAR, CARD]],
    ['a card that moved', [SIDEBAR, CARD, { ...SECOND, top: 320 }]],
    ['a card of another colour', [SIDEBAR, CARD, { ...SECOND, colour: '#b91c1c' }]],
  ])('is too much for %s', async (_, boxes) => {
    const approved = await drawn([SIDEBAR, CARD, SECOND]);
    expect(await imageDifference(approved, await drawn(boxes))).toBeGreaterThan(MAX_DIFFERENT_SHARE);
  });

  it('is whole for a window of other proportions', async () => {
    const approved = await drawn([SIDEBAR]);
    const narrow = await sharp(approved)
      .extract({ left: 0, top: 0, width: 720, height: 900 })
      .png()
      .toBuffer();
    expect(await imageDifference(approved, narrow)).toBe(1);
  });
});
