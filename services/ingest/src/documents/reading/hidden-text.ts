import { type Box, bottomOf, rightOf, type Word } from '@clearwatch/domain/extraction/layout/word';
import type { ExtractedImage, VectorShape } from '@llamaindex/liteparse';
import sharp from 'sharp';

/** Words beside which nothing is seen on the page: so many letters and digits at least, since a stop is hardly seen. */
const LEAST_SIGNS = 2;
/** Grey levels (of 255) between the lightest and the darkest dot of a word that can be seen; JPEG noise lies below. */
const LEAST_CONTRAST = 40;
/** A picture that has fewer dots per inch cannot show letters: it is a colored field. */
const LEAST_DOTS_PER_INCH = 40;
const POINTS_PER_INCH = 72;
/** Of a word's area, what must lie over a picture. */
const MOSTLY = 0.5;
/** When so many of a page's words lie over letters drawn as curves, the page is drawn, and the words are a layer of their own. */
const DRAWN = 0.2;

const isWritten = ({ text }: Word): boolean => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= LEAST_SIGNS;

/**
 * Whether a page shows nothing where one of its words stands: it is set in the rendering mode that draws nothing, transparent, in the
 * color of its ground, covered, or beside the page (ISO 32000-1, 9.3.6).
 * @param picture PNG of the page as it is shown
 */
export async function hasUnseenWords(
  { width, height, words }: { width: number; height: number; words: readonly Word[] },
  picture: Buffer,
): Promise<boolean> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const across = info.width / width;
  const down = info.height / height;
  const contrastIn = (box: Box): number => {
    let [lightest, darkest] = [0, 255];
    const [left, right] = [Math.max(0, Math.floor(box.x * across)), Math.ceil(rightOf(box) * across)];
    const [top, bottom] = [Math.max(0, Math.floor(box.y * down)), Math.ceil(bottomOf(box) * down)];
    for (let y = top; y < Math.min(info.height, bottom); y += 1)
      for (let x = left; x < Math.min(info.width, right); x += 1) {
        const grey = data[y * info.width + x] ?? 255;
        lightest = Math.max(lightest, grey);
        darkest = Math.min(darkest, grey);
      }
    return lightest - darkest;
  };
  return words.some((word) => isWritten(word) && contrastIn(word) < LEAST_CONTRAST);
}

/** Whether words with digits lie over or below a picture that can show letters. */
export function liesOverPictures(words: readonly Word[], images: readonly ExtractedImage[]): boolean {
  const pictures = images.filter(
    ({ bbox, width, height }) =>
      width >= (LEAST_DOTS_PER_INCH * bbox.width) / POINTS_PER_INCH &&
      height >= (LEAST_DOTS_PER_INCH * bbox.height) / POINTS_PER_INCH,
  );
  return words.some(
    (word) => /\d/.test(word.text) && pictures.some(({ bbox }) => sharedArea(word, bbox) >= MOSTLY),
  );
}

/** Whether letters are drawn as curves where the words stand: then the words are no more than somebody's reading of them. */
export function liesOverDrawnLetters(words: readonly Word[], shapes: readonly VectorShape[]): boolean {
  const curves = shapes.filter(({ hasCurve }) => hasCurve);
  const over = words.filter((word) =>
    curves.some(
      ({ bbox }) =>
        bbox.height <= 1.5 * word.height &&
        bbox.width <= 1.5 * word.width &&
        sharedArea(bbox, word) >= MOSTLY,
    ),
  );
  return over.length > 0 && over.length >= DRAWN * words.length;
}

/** The part of the one that lies in the other. */
function sharedArea(one: Box, other: Box): number {
  const width = Math.min(rightOf(one), rightOf(other)) - Math.max(one.x, other.x);
  const height = Math.min(bottomOf(one), bottomOf(other)) - Math.max(one.y, other.y);
  const area = one.width * one.height;
  return width <= 0 || height <= 0 || area <= 0 ? 0 : (width * height) / area;
}
