import { type Box, bottomEdge, rightEdge, type Word } from '@clearwatch/domain/documents/document-words';
import type { ExtractedImage, VectorShape } from '@llamaindex/liteparse';
import sharp from 'sharp';
import type { Dots } from './apart.ts';

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

/** How a page is seen, against the words that it is said to hold. */
interface Seen {
  /** Nothing is seen where one of its words stands. */
  hasUnseenWords: boolean;
  /** Something is seen where none of its words stands. */
  hasUnreadPrint: boolean;
}

/**
 * Compares the words of a page with its picture. Words may be set in the rendering mode that draws nothing, transparent, in the
 * color of their ground, or covered (ISO 32000-1, 9.3.6). And words that overlap others may be missing: whoever reads a PDF takes
 * them for the same text printed twice.
 * @param drawn boxes of lines, fields and pictures, which are not print
 * @param picture PNG of the page as it is shown
 */
export async function seenOn(
  { width, height, words }: { width: number; height: number; words: readonly Word[] },
  { drawn, picture }: { drawn: readonly Box[]; picture: Buffer },
): Promise<Seen> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const dotsOf = (box: Box, margin = 0) => ({
    left: Math.max(0, Math.floor((box.x - margin) * (info.width / width))),
    right: Math.min(info.width, Math.ceil((rightEdge(box) + margin) * (info.width / width))),
    top: Math.max(0, Math.floor((box.y - margin) * (info.height / height))),
    bottom: Math.min(info.height, Math.ceil((bottomEdge(box) + margin) * (info.height / height))),
  });
  const contrastIn = (box: Box): number => {
    const { left, right, top, bottom } = dotsOf(box);
    let [lightest, darkest] = [0, 255];
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) {
        const grey = data[y * info.width + x] ?? 255;
        lightest = Math.max(lightest, grey);
        darkest = Math.min(darkest, grey);
      }
    return lightest - darkest;
  };
  const hasUnseenWords = words.some((word) => isWritten(word) && contrastIn(word) < LEAST_CONTRAST);
  for (const box of [...words, ...drawn]) {
    const { left, right, top, bottom } = dotsOf(box, AROUND);
    for (let y = top; y < bottom; y += 1) data.fill(255, y * info.width + left, y * info.width + right);
  }
  return { hasUnseenWords, hasUnreadPrint: hasPrint({ data, width: info.width, height: info.height }) };
}

/** Points around a word or a line in which its own ink may lie. */
const AROUND = 1.5;
/** Darker dots are ink; a field of so many dots a side with so many of them dark is a part of a letter. */
const INK = 140;
const FIELD = 8;
const LEAST_INK = 6;
/** So many such fields beside one another are a word. */
const LEAST_FIELDS = 2;

function hasPrint({ data, width, height }: Dots): boolean {
  for (let y = 0; y + FIELD <= height; y += FIELD) {
    let run = 0;
    for (let x = 0; x + FIELD <= width; x += FIELD) {
      let ink = 0;
      for (let dot = 0; dot < FIELD * FIELD; dot += 1)
        if ((data[(y + Math.floor(dot / FIELD)) * width + x + (dot % FIELD)] ?? 255) < INK) ink += 1;
      run = ink >= LEAST_INK ? run + 1 : 0;
      if (run >= LEAST_FIELDS) return true;
    }
  }
  return false;
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
  const width = Math.min(rightEdge(one), rightEdge(other)) - Math.max(one.x, other.x);
  const height = Math.min(bottomEdge(one), bottomEdge(other)) - Math.max(one.y, other.y);
  const area = one.width * one.height;
  return width <= 0 || height <= 0 || area <= 0 ? 0 : (width * height) / area;
}
