import type { Word, WordPage } from '@clearwatch/domain/documents/document-words';
import sharp from 'sharp';
import type { Ocr } from './ocr.ts';
import type { Spacing } from './spacing.ts';

/** A page this wide has letters of some thirty dots, which are read best; a wider one keeps its dots, up to a limit. */
const LEAST_WIDTH = 2_200;
const MOST_WIDTH = 4_200;
/** Dots per inch, which the reader would otherwise guess, wrongly of a small cut. */
export const TOLD_DENSITY = 300;

/** A page of a document as a grey picture, PNG. */
export interface Picture {
  page: number;
  png: Buffer;
}

/** A page as it was read. */
export interface PageReading {
  picture: Picture;
  words: WordPage;
  /** How its letters are set; null when it holds too few. */
  spacing: Spacing | null;
}

/** Words in the dots of the picture itself, whatever size they were read at. */
export async function pageReading(
  picture: Picture,
  { ocr, magnified }: { ocr: Ocr; magnified: number },
): Promise<PageReading> {
  const { page, png } = picture;
  const size = await sharp(png).metadata();
  const width = Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, size.width)) * magnified);
  const scale = width / size.width;
  const { words, spacing } = await ocr.words(
    await sharp(png).resize({ width }).withMetadata({ density: TOLD_DENSITY }).png().toBuffer(),
  );
  const placed = words.map((word) => scaled(word, 1 / scale));
  return { picture, spacing, words: { page, width: size.width, height: size.height, words: placed } };
}

const scaled = (word: Word, by: number): Word => ({
  ...word,
  x: word.x * by,
  y: word.y * by,
  width: word.width * by,
  height: word.height * by,
});
