import sharp from 'sharp';

/** Cells of 20 × 20 pixels of a window of 1440 × 900: wider than a letter, smaller than a button. */
const CELLS = { width: 72, height: 45 };
/** Of 255. Text in another font shifts the brightness of a cell by less. */
const DIFFERENT = 24;
/** Share of the cells. A card of the dashboard is 4 % of the window. */
export const MOST_DIFFERENT = 0.03;

/**
 * What share of two pictures' cells differs in brightness or colour, from 0 to 1. Pictures of different proportions
 * are wholly different.
 *
 * @param approved and taken: PNG
 */
export async function differenceOf(approved: Buffer, taken: Buffer): Promise<number> {
  const [before, after] = await Promise.all([sharp(approved).metadata(), sharp(taken).metadata()]);
  if (before.width * after.height !== after.width * before.height) return 1;
  const [one, other] = await Promise.all([cellsOf(approved), cellsOf(taken)]);
  const channels = one.length / (CELLS.width * CELLS.height);
  let different = 0;
  for (let cell = 0; cell < one.length; cell += channels) {
    const distances = Array.from({ length: channels }, (_, channel) =>
      Math.abs((one[cell + channel] ?? 0) - (other[cell + channel] ?? 0)),
    );
    if (Math.max(...distances) > DIFFERENT) different += 1;
  }
  return different / (CELLS.width * CELLS.height);
}

/** Brightness and colour of each cell, averaged over its pixels. */
function cellsOf(png: Buffer): Promise<Buffer> {
  return sharp(png)
    .removeAlpha()
    .toColourspace('srgb')
    .resize({ ...CELLS, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
}
