import { MIN_CONFIDENCE } from '@clearwatch/domain/documents/check-table-rows';
import type { DocumentLayout } from '@clearwatch/domain/documents/document-layout';
import { joinWrappedLines } from '@clearwatch/domain/documents/document-table-rows';
import type { Box, WordPage } from '@clearwatch/domain/documents/document-words';
import type { Cell, ExtractedTable, FoundTables } from '@clearwatch/domain/documents/extracted-table';
import { fieldLabelsOf } from '@clearwatch/domain/documents/judge-columns';
import { mergeReadings } from '@clearwatch/domain/documents/merge-ocr-readings';
import { findTables } from '@clearwatch/domain/documents/read-document';
import {
  type CellReading,
  containsMoreWords,
  isConfirmedBySecondReader,
  needsSecondReader,
  normalizeReading,
  resolveCell,
} from '@clearwatch/domain/documents/recheck-ocr-cells';
import sharp, { type Sharp } from 'sharp';
import { OCR_DENSITY, type Ocr, type PagePicture, type PageReading, readPage } from './ocr.ts';
import { removeRuling } from './page-ink.ts';

/**
 * Line heights, in pixels, of successive readings: the first gives the best result, and the others have different
 * pixels.
 */
const READING_HEIGHTS = [64, 44, 96] as const;
/** White around the cell, in pixels of the page, and around its picture. */
const MARGIN = 6;
const FRAME = 12;

/** Cells on which the two readings disagree are read again, individually and enlarged. */
async function rereadUncertainCells(
  table: ExtractedTable,
  { pages, ocr, onRow }: { pages: ReadonlyMap<number, PageReading>; ocr: Ocr; onRow: () => void },
): Promise<ExtractedTable> {
  const rows = [];
  const labels = fieldLabelsOf(table);
  for (const row of table.rows) {
    const cells: Cell[] = [];
    for (const [column, cell] of row.cells.entries()) {
      const page = cell.place === null ? undefined : pages.get(cell.place.page);
      const isOpen = cell.confidence < MIN_CONFIDENCE && page !== undefined;
      const label = labels[column] ?? '';
      const reread = isOpen ? await rereadCell(cell, { page, ocr, label }) : cell;
      cells.push(page === undefined ? reread : await confirmCell(reread, { page, ocr, label }));
    }
    rows.push({ ...row, cells });
    onRow();
  }
  return { ...table, rows };
}

interface CellContext {
  page: PageReading;
  ocr: Ocr;
  label: string;
}

/**
 * Reads until the cell is certain, or until a reading differs from all others, because further ones would only guess.
 */
async function rereadCell(cell: Cell, { page, ocr, label }: CellContext): Promise<Cell> {
  const candidates = [cell.text, ...(cell.alternatives ?? [])];
  const readings: CellReading[] = [];
  for (const height of READING_HEIGHTS) {
    const reading = normalizeReading(await readCellEnlarged(cell, { page, ocr, height }), label);
    readings.push(reading);
    const resolved = resolveCell(cell, readings);
    if (resolved !== cell) return resolved;
    const { text } = reading;
    const isNear = candidates.some((candidate) => candidate === text || containsMoreWords(text, candidate));
    if (!isNear) return cell;
  }
  return cell;
}

/** Characters that look alike must be confirmed by a second OCR engine. */
async function confirmCell(cell: Cell, { page, ocr, label }: CellContext): Promise<Cell> {
  if (cell.place === null || cell.confidence < MIN_CONFIDENCE || !needsSecondReader(cell.text, label)) return cell;
  const others: string[] = [];
  for (const height of READING_HEIGHTS) {
    const lines: string[] = [];
    for (const line of cell.place.lines ?? [cell.place.box])
      lines.push(await ocr.readWithSecondEngine(await cropCell(page.picture, line, height)));
    const text = joinWrappedLines(lines.join(' '));
    if (isConfirmedBySecondReader(cell.text, text, label)) return cell;
    others.push(text);
  }
  const [other = ''] = others;
  return { ...cell, confidence: 0, ...(other !== '' && other !== cell.text && { alternatives: [other] }) };
}

/** A wrapped cell is read line by line. */
async function readCellEnlarged(
  { place }: Cell,
  { page, ocr, height }: { page: PageReading; ocr: Ocr; height: number },
): Promise<CellReading> {
  if (place === null) return { text: '', confidence: 0 };
  const readings: CellReading[] = [];
  for (const line of place.lines ?? [place.box])
    readings.push(await ocr.line(await cropCell(page.picture, line, height), page.spacing));
  return {
    text: joinWrappedLines(readings.map(({ text }) => text).join(' ')),
    confidence: Math.min(...readings.map(({ confidence }) => confidence)),
  };
}

async function cropCell({ png }: PagePicture, box: Box, height: number): Promise<Buffer> {
  const size = await sharp(png).metadata();
  const left = Math.max(0, Math.floor(box.x - MARGIN));
  const top = Math.max(0, Math.floor(box.y - MARGIN));
  return sharp(png)
    .extract({
      left,
      top,
      width: Math.min(size.width - left, Math.ceil(box.width + 2 * MARGIN)),
      height: Math.min(size.height - top, Math.ceil(box.height + 2 * MARGIN)),
    })
    .resize({ height })
    .extend({ top: FRAME, bottom: FRAME, left: FRAME, right: FRAME, background: '#fff' })
    .withMetadata({ density: OCR_DENSITY })
    .png()
    .toBuffer();
}

/** Gives the second reading different pixels. */
const SECOND_PASS_SCALE = 1.35;
/** Width in pixels for measuring the slant, and its range in degrees. Larger slants cannot be measured reliably. */
const SKEW_CHECK_WIDTH = 2_000;
const MIN_SKEW_DEGREES = 0.15;
const MAX_SKEW_DEGREES = 10;
/** A lower mean confidence means that the page is noisy or not upright. */
const MIN_UPRIGHT_CONFIDENCE = 0.6;
/** Most likely cause first: specks from a copier or fax, then the orientation. */
const PICTURE_CORRECTIONS: readonly ((picture: Sharp) => Sharp)[] = [
  (picture) => picture.median(3),
  (picture) => picture.rotate(180),
  (picture) => picture.rotate(90),
  (picture) => picture.rotate(270),
];

export interface PictureTables {
  tables: FoundTables;
  hasWords: boolean;
  pages: { page: number; width: number; height: number; isPicture: boolean }[];
  /** As first read. */
  words: readonly WordPage[];
}

/** The tables in pictures of pages. Each page is read twice, and both readings must agree. */
export async function readPictureTables(
  pictures: readonly PagePicture[],
  {
    ocr,
    layouts,
    onPage,
    onStep,
  }: {
    ocr: Ocr;
    layouts: readonly DocumentLayout[];
    onPage: (upright: PagePicture) => Promise<void>;
    /** Called after each reading of a page or row, because a page takes a long time on a busy machine. */
    onStep: () => void;
  },
): Promise<PictureTables> {
  const first: WordPage[] = [];
  const second: WordPage[] = [];
  const turned = new Map<number, PageReading>();
  for (const picture of pictures) {
    const level = await removeTableLines(await deskew(picture, ocr));
    onStep();
    const upright = await readUpright(level, { ocr, onStep });
    turned.set(picture.page, upright);
    first.push(upright.words);
    second.push((await readPage(upright.picture, { ocr, magnified: SECOND_PASS_SCALE })).words);
    await onPage(upright.picture);
  }
  const merged = mergeReadings(findTables(first, { layouts }), findTables(second, { layouts }));
  const tables = {
    ...merged,
    tables: await Promise.all(
      merged.tables.map((table) => rereadUncertainCells(table, { pages: turned, ocr, onRow: onStep })),
    ),
  };
  return {
    tables,
    hasWords: first.some(({ words }) => words.length > 0),
    pages: first.map(({ page, width, height }) => ({ page, width, height, isPicture: true })),
    words: first,
  };
}

/** Cells cannot be cut out of slanted lines. */
async function deskew({ page, png }: PagePicture, ocr: Ocr): Promise<PagePicture> {
  const degrees = await ocr.slantOf(
    await sharp(png).resize({ width: SKEW_CHECK_WIDTH }).withMetadata({ density: OCR_DENSITY }).png().toBuffer(),
  );
  if (Math.abs(degrees) < MIN_SKEW_DEGREES || Math.abs(degrees) > MAX_SKEW_DEGREES) return { page, png };
  return { page, png: await sharp(png).rotate(degrees, { background: '#fff' }).png().toBuffer() };
}

async function removeTableLines({ page, png }: PagePicture): Promise<PagePicture> {
  const { data, info } = await sharp(png).grayscale().raw().toBuffer({ resolveWithObject: true });
  const cleaned = removeRuling({ data, width: info.width, height: info.height });
  const raw = { width: info.width, height: info.height, channels: 1 } as const;
  return { page, png: await sharp(cleaned.data, { raw }).png().toBuffer() };
}

async function readUpright(
  picture: PagePicture,
  { ocr, onStep }: { ocr: Ocr; onStep: () => void },
): Promise<PageReading> {
  let best = await readPage(picture, { ocr, magnified: 1 });
  onStep();
  for (const change of PICTURE_CORRECTIONS) {
    if (meanConfidence(best.words) >= MIN_UPRIGHT_CONFIDENCE) return best;
    const png = await change(sharp(picture.png)).png().toBuffer();
    const changed = await readPage({ page: picture.page, png }, { ocr, magnified: 1 });
    onStep();
    if (meanConfidence(changed.words) > meanConfidence(best.words)) best = changed;
  }
  return best;
}

/** Weighted by word length, because noise is read as many short words. */
function meanConfidence({ words }: WordPage): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (letters === 0) return 0;
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}
