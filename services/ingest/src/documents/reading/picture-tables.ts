import { LEAST_CONFIDENCE } from '@clearwatch/domain/extraction/doubts/doubts-of-row';
import type { Cell, ExtractedTable } from '@clearwatch/domain/extraction/layout/extracted-table';
import type { ReadTables } from '@clearwatch/domain/extraction/layout/read-tables';
import type { Word, WordPage } from '@clearwatch/domain/extraction/layout/word';
import { findTables } from '@clearwatch/domain/extraction/read-document';
import { mergeReadings, settled } from '@clearwatch/domain/extraction/readings/merge-readings';
import sharp, { type Sharp } from 'sharp';
import type { Ocr } from './ocr.ts';
import { withoutRuling } from './ruling.ts';

/** A page this wide has letters of some thirty dots, which are read best; a wider one keeps its dots, up to a limit. */
const LEAST_WIDTH = 2_200;
const MOST_WIDTH = 4_200;
/** Dots per inch, which the reader would otherwise guess, wrongly of a small cut. */
const TOLD_DENSITY = 300;
/** The second reading sees other dots: so many times as many. */
const SECOND_LOOK = 1.35;
/** Enough to see a slant, in degrees; more than that is a page put down askew, which lines alone do not show. */
const SLANT_WIDTH = 2_000;
const LEAST_SLANT = 0.15;
const MOST_SLANT = 10;
/** A closer look at a single cell. */
const CLOSE_HEIGHT = 64;
const MARGIN = 6;
/** A page that is read with less on average stands on its head or on its side. */
const UPRIGHT = 0.6;
/** What may be wrong with it, the likeliest first: specks of a copier or fax, or the way it was put on the glass. */
const CHANGES: readonly ((picture: Sharp) => Sharp)[] = [
  (picture) => picture.median(3),
  (picture) => picture.rotate(180),
  (picture) => picture.rotate(90),
  (picture) => picture.rotate(270),
];

/** A page of a document as a grey picture, PNG. */
export interface Picture {
  page: number;
  png: Buffer;
}

export interface PicturesRead {
  tables: ReadTables;
  hasWords: boolean;
  pages: { page: number; width: number; height: number; isPicture: boolean }[];
}

/** The tables in pictures of pages. Nothing that one reading alone says is believed. */
export async function picturesTables(
  pictures: readonly Picture[],
  { ocr, onPage }: { ocr: Ocr; onPage: (upright: Picture) => Promise<void> },
): Promise<PicturesRead> {
  const first: WordPage[] = [];
  const second: WordPage[] = [];
  const turned = new Map<number, Picture>();
  for (const picture of pictures) {
    const upright = await uprightReading(await unruled(await straight(picture, ocr)), ocr);
    turned.set(picture.page, upright.picture);
    first.push(upright.words);
    second.push(await reading(upright.picture, { ocr, magnified: SECOND_LOOK }));
    await onPage(upright.picture);
  }
  const merged = mergeReadings(findTables(first), findTables(second));
  const tables = {
    ...merged,
    tables: await Promise.all(merged.tables.map((table) => lookedAtCloser(table, turned, ocr))),
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

async function uprightReading(picture: Picture, ocr: Ocr): Promise<{ picture: Picture; words: WordPage }> {
  let best = { picture, words: await reading(picture, { ocr, magnified: 1 }) };
  for (const change of CHANGES) {
    if (sureness(best.words) >= UPRIGHT) return best;
    const png = await change(sharp(picture.png)).png().toBuffer();
    const words = await reading({ page: picture.page, png }, { ocr, magnified: 1 });
    if (sureness(words) > sureness(best.words)) best = { picture: { page: picture.page, png }, words };
  }
  return best;
}

/** Words in the dots of the picture itself, whatever size they were read at. */
async function reading(
  { page, png }: Picture,
  { ocr, magnified }: { ocr: Ocr; magnified: number },
): Promise<WordPage> {
  const size = await sharp(png).metadata();
  const width = Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, size.width)) * magnified);
  const scale = width / size.width;
  const words = await ocr.words(
    await sharp(png).resize({ width }).withMetadata({ density: TOLD_DENSITY }).png().toBuffer(),
  );
  return {
    page,
    width: size.width,
    height: size.height,
    words: words.map((word) => scaled(word, 1 / scale)),
  };
}

const scaled = (word: Word, by: number): Word => ({
  ...word,
  x: word.x * by,
  y: word.y * by,
  width: word.width * by,
  height: word.height * by,
});

/** Mean confidence, each word by its length: noise is read as many short ones. */
function sureness({ words }: WordPage): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (letters === 0) return 0;
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}

/** Cells that the two readings leave open are read once more, alone and larger. */
async function lookedAtCloser(
  table: ExtractedTable,
  pictures: ReadonlyMap<number, Picture>,
  ocr: Ocr,
): Promise<ExtractedTable> {
  const rows = [];
  for (const row of table.rows) {
    const cells: Cell[] = [];
    for (const cell of row.cells) {
      const picture = cell.place === null ? undefined : pictures.get(cell.place.page);
      const isOpen = cell.confidence < LEAST_CONFIDENCE && picture !== undefined;
      cells.push(isOpen ? settled(cell, await closeUp(cell, picture, ocr)) : cell);
    }
    rows.push({ ...row, cells });
  }
  return { ...table, rows };
}

async function closeUp(
  cell: Cell,
  { png }: Picture,
  ocr: Ocr,
): Promise<{ text: string; confidence: number }> {
  const box = cell.place?.box;
  if (box === undefined) return { text: '', confidence: 0 };
  const { width, height } = await sharp(png).metadata();
  const left = Math.max(0, Math.floor(box.x - MARGIN));
  const top = Math.max(0, Math.floor(box.y - MARGIN));
  const crop = await sharp(png)
    .extract({
      left,
      top,
      width: Math.min(width - left, Math.ceil(box.width + 2 * MARGIN)),
      height: Math.min(height - top, Math.ceil(box.height + 2 * MARGIN)),
    })
    .resize({ height: CLOSE_HEIGHT })
    .extend({ top: 12, bottom: 12, left: 12, right: 12, background: '#fff' })
    .withMetadata({ density: TOLD_DENSITY })
    .png()
    .toBuffer();
  return ocr.line(crop);
}
