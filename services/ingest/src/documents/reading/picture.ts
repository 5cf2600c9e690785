import sharp from 'sharp';
import { ReadingFailure } from './reading-failure.ts';

/** A page of 50 million dots is larger than any scanner makes; a picture that claims more is an attack. */
const MOST_DOTS = 50_000_000;
export const MOST_PICTURE_PAGES = 50;

/** How many pages a picture file holds; TIFF may hold several. @throws ReadingFailure when it is none, or too large */
export async function picturePages(bytes: Buffer): Promise<number> {
  const {
    pages = 1,
    width,
    height,
  } = await opened(() => sharp(bytes, { limitInputPixels: MOST_DOTS }).metadata());
  if (width * height > MOST_DOTS) throw tooLarge();
  if (pages > MOST_PICTURE_PAGES)
    throw new ReadingFailure(
      `The file has ${pages} pages, the most is ${MOST_PICTURE_PAGES}. Split it and upload the parts.`,
    );
  return pages;
}

/** A page of a picture file, upright as its camera noted, grey on white, in its full range; PNG. */
export async function greyPage(bytes: Buffer, page: number): Promise<Buffer> {
  return opened(() =>
    sharp(bytes, { limitInputPixels: MOST_DOTS, page: page - 1 })
      .rotate()
      .flatten({ background: '#fff' })
      .grayscale()
      .normalise()
      .png()
      .toBuffer(),
  );
}

async function opened<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReadingFailure) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooLarge();
    throw new ReadingFailure('The picture is damaged and cannot be opened. Scan or save it again.');
  }
}

const tooLarge = (): ReadingFailure =>
  new ReadingFailure(
    `The picture has more than ${MOST_DOTS / 1_000_000} million dots. Scan it at 300 dots per inch.`,
  );
