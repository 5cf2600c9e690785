import type { WordPage } from '@clearwatch/domain/documents/document-words';
import { mergeReadings } from '@clearwatch/domain/documents/merge-ocr-readings';
import { findTables } from '@clearwatch/domain/documents/read-document';
import type { PositionedTables } from '@clearwatch/domain/documents/read-document-tables';
import sharp, { type Sharp } from 'sharp';
import { lookedAtCloser } from './closer-looks.ts';
import type { Ocr } from './ocr.ts';
import { type PageReading, type Picture, pageReading, TOLD_DENSITY } from './page-reading.ts';
import { withoutRuling } from './ruling.ts';

/** The second reading sees other dots: so many times as many. */
const SECOND_LOOK = 1.35;
/** Enough to see a slant, in degrees; more than that is a page put down askew, which lines alone do not show. */
const SLANT_WIDTH = 2_000;
const LEAST_SLANT = 0.15;
const MOST_SLANT = 10;
/** A page that is read with less on average stands on its head or on its side. */
const UPRIGHT = 0.6;
/** What may be wrong with it, the likeliest first: specks of a copier or fax, or the way it was put on the glass. */
const CHANGES: readonly ((picture: Sharp) => Sharp)[] = [
  (picture) => picture.median(3),
  (picture) => picture.rotate(180),
  (picture) => picture.rotate(90),
  (picture) => picture.rotate(270),
];

export interface PicturesRead {
  tables: PositionedTables;
  hasWords: boolean;
  pages: { page: number; width: number; height: number; isPicture: boolean }[];
}

/** The tables in pictures of pages. Nothing that one reading alone says is believed. */
export async function picturesTables(
  pictures: readonly Picture[],
  {
    ocr,
    onPage,
    onStep,
  }: {
    ocr: Ocr;
    onPage: (upright: Picture) => Promise<void>;
    /** After each look at a page or at a row: on a busy machine a page takes long, and who waits knows that it goes on. */
    onStep: () => void;
  },
): Promise<PicturesRead> {
  const first: WordPage[] = [];
  const second: WordPage[] = [];
  const turned = new Map<number, PageReading>();
  for (const picture of pictures) {
    const level = await unruled(await straight(picture, ocr));
    onStep();
    const upright = await uprightReading(level, { ocr, onStep });
    turned.set(picture.page, upright);
    first.push(upright.words);
    second.push((await pageReading(upright.picture, { ocr, magnified: SECOND_LOOK })).words);
    await onPage(upright.picture);
  }
  const merged = mergeReadings(findTables(first), findTables(second));
  const tables = {
    ...merged,
    tables: await Promise.all(
      merged.tables.map((table) => lookedAtCloser(table, { pages: turned, ocr, onRow: onStep })),
    ),
  };
  return {
    tables,
    hasWords: first.some(({ words }) => words.length > 0),
    pages: first.map(({ page, width, height }) => ({ page, width, height, isPicture: true })),
  };
}

/** Lines that slant run into one another, and a cell cannot be cut out of them. */
async function straight({ page, png }: Picture, ocr: Ocr): Promise<Picture> {
  const degrees = await ocr.slantOf(
    await sharp(png).resize({ width: SLANT_WIDTH }).withMetadata({ density: TOLD_DENSITY }).png().toBuffer(),
  );
  if (Math.abs(degrees) < LEAST_SLANT || Math.abs(degrees) > MOST_SLANT) return { page, png };
  return { page, png: await sharp(png).rotate(degrees, { background: '#fff' }).png().toBuffer() };
}

async function unruled({ page, png }: Picture): Promise<Picture> {
  const { data, info } = await sharp(png).grayscale().raw().toBuffer({ resolveWithObject: true });
  const cleaned = withoutRuling({ data, width: info.width, height: info.height });
  const raw = { width: info.width, height: info.height, channels: 1 } as const;
  return { page, png: await sharp(cleaned.data, { raw }).png().toBuffer() };
}

async function uprightReading(
  picture: Picture,
  { ocr, onStep }: { ocr: Ocr; onStep: () => void },
): Promise<PageReading> {
  let best = await pageReading(picture, { ocr, magnified: 1 });
  onStep();
  for (const change of CHANGES) {
    if (sureness(best.words) >= UPRIGHT) return best;
    const png = await change(sharp(picture.png)).png().toBuffer();
    const changed = await pageReading({ page: picture.page, png }, { ocr, magnified: 1 });
    onStep();
    if (sureness(changed.words) > sureness(best.words)) best = changed;
  }
  return best;
}

/** Mean confidence, each word by its length: noise is read as many short ones. */
function sureness({ words }: WordPage): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (letters === 0) return 0;
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}
