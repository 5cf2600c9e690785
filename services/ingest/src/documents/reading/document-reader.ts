import { readFile } from 'node:fs/promises';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { WordPage } from '@clearwatch/domain/documents/document-words';
import type { DocumentTable } from '@clearwatch/domain/documents/extracted-table';
import { plainTextPages } from '@clearwatch/domain/documents/plain-text-pages';
import {
  type ColumnsNeeded,
  findTables,
  NO_TEXT,
  readDocument,
} from '@clearwatch/domain/documents/read-document';
import type { PositionedTables, UnreadLine } from '@clearwatch/domain/documents/read-document-tables';
import sharp from 'sharp';
import type { Ocr, PagePicture } from './ocr.ts';
import { readPdfPages, renderPdfPage } from './pdf-pages.ts';
import { type PictureTables, readPictureTables } from './picture-tables.ts';
import { ReadingFailure, type ReadingProgress } from './reading-protocol.ts';

/** Larger than any scanned page; a picture that declares more is an attack. */
const MAX_PIXELS = 50_000_000;
export const MAX_PICTURE_PAGES = 50;

/**
 * The number of pages in a picture file; a TIFF may contain several.
 * @throws ReadingFailure if it is not a picture or is too large
 */
async function countPicturePages(bytes: Buffer): Promise<number> {
  const metadata = await openPicture(() => sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata());
  const { pages = 1, width, height } = metadata;
  if (width * height > MAX_PIXELS) throw pictureTooLarge();
  if (pages > MAX_PICTURE_PAGES)
    throw new ReadingFailure(
      `The file has ${pages} pages; the limit is ${MAX_PICTURE_PAGES}. Split it and upload the parts.`,
    );
  return pages;
}

/** A page of a picture file as PNG: rotated upright according to its EXIF data, gray on white, with full contrast. */
async function renderGrayPage(bytes: Buffer, page: number): Promise<Buffer> {
  return openPicture(() =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, page: page - 1 })
      .rotate()
      .flatten({ background: '#fff' })
      .grayscale()
      .normalize()
      .png()
      .toBuffer(),
  );
}

async function openPicture<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReadingFailure) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw pictureTooLarge();
    throw new ReadingFailure('The picture is damaged and cannot be opened. Scan or save it again.');
  }
}

const pictureTooLarge = (): ReadingFailure =>
  new ReadingFailure(
    `The picture has more than ${MAX_PIXELS / 1_000_000} million pixels. Scan it at 300 dots per inch.`,
  );

const SCAN_DPI = 260;
const PREVIEW_DPI = 130;

/** About 25,000 rows, more than anyone reviews by hand. */
const MAX_WORDS = 200_000;

export interface ReadDocument {
  tables: DocumentTable[];
  unread: UnreadLine[];
  /** When the columns are ambiguous. The tables hold the rows as they would be read, all of them for review. */
  needsColumns?: ColumnsNeeded;
  /** Width and height of each page, in the same units as the boxes. */
  pages: { page: number; width: number; height: number; isPicture: boolean }[];
}

export interface DocumentReadingOptions {
  path: string;
  type: DocumentType;
  latestDay: Day;
  ocr: Ocr;
  onProgress: (progress: ReadingProgress) => void;
  /** Called after each part of the work on a page, because some take a long time on a busy machine. */
  onStep: () => void;
  /** Stores the PNG of a page as it was read, for comparison with its rows. */
  keepPicture: (page: number, png: Buffer) => Promise<void>;
}

export async function readDocumentFile(reading: DocumentReadingOptions): Promise<ReadDocument> {
  const { path, type, latestDay } = reading;
  const bytes = await readFile(path);
  if (bytes.length === 0) throw new ReadingFailure('The file is empty.');
  const { tables, pages } = await readTables(bytes, reading);
  if (tables === null) throw new ReadingFailure(NO_TEXT);
  const read = readDocument(tables, { latestDay });
  if ('failure' in read) throw new ReadingFailure(read.failure);
  // A printed page is rendered only when staff need to look at it.
  const rows = read.tables.flatMap((table) => table.rows).filter(({ doubts }) => doubts.length > 0);
  const doubtful = new Set([...rows, ...read.unread].map(({ page }) => page));
  if (type === 'application/pdf')
    for (const { page, isPicture } of pages)
      if (!isPicture && doubtful.has(page))
        await reading.keepPicture(page, await renderPdfPage(bytes, { page, dotsPerInch: PREVIEW_DPI }));
  return { ...read, pages };
}

interface FoundTables {
  tables: PositionedTables | null;
  pages: ReadDocument['pages'];
}

async function readTables(bytes: Buffer, reading: DocumentReadingOptions): Promise<FoundTables> {
  switch (reading.type) {
    case 'application/pdf':
      return readPdf(bytes, reading);
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
      // Loading this module takes as long as everything else, and most documents do not need it.
      const { docxPages } = await import('./docx-pages.ts');
      return readTextTables(await docxPages(bytes));
    }
    case 'text/plain':
      return readTextTables(plainTextPages(decodeText(bytes)));
    default:
      return readPicture(bytes, reading);
  }
}

/** Text that is not Unicode comes from old systems. */
function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function readTextTables(pages: readonly WordPage[]): FoundTables {
  const count = pages.reduce((sum, { words }) => sum + words.length, 0);
  if (count > MAX_WORDS)
    throw new ReadingFailure(
      'The document contains more than 200,000 words. Import its data as CSV, or split the document.',
    );
  return {
    tables: count === 0 ? null : findTables(pages),
    pages: pages.map(({ page, width, height }) => ({ page, width, height, isPicture: false })),
  };
}

/** A document may be part printed and part scanned; each page is read accordingly. */
async function readPdf(bytes: Buffer, reading: DocumentReadingOptions): Promise<FoundTables> {
  const pages = await readPdfPages(bytes);
  const scanned = pages.filter(({ isPicture }) => isPicture);
  const printed = pages.filter(({ isPicture }) => !isPicture);
  const progress = { pagesDone: printed.length, pages: pages.length };
  reading.onProgress(progress);
  if (scanned.length === 0) return readTextTables(pages);
  const pictures: PagePicture[] = [];
  for (const { page } of scanned) {
    const picture = await renderPdfPage(bytes, { page, dotsPerInch: SCAN_DPI });
    pictures.push({ page, png: await renderGrayPage(picture, 1) });
    // No page is finished, but this shows that the process is working.
    reading.onProgress(progress);
  }
  const read = await readPictures(pictures, reading, progress);
  const text = readTextTables(printed);
  if (!read.hasWords && text.tables === null) return { tables: null, pages: text.pages };
  return {
    tables: {
      tables: [...(text.tables?.tables ?? []), ...read.tables.tables],
      unread: [...(text.tables?.unread ?? []), ...read.tables.unread],
    },
    pages: [...text.pages, ...read.pages].toSorted((one, other) => one.page - other.page),
  };
}

async function readPicture(bytes: Buffer, reading: DocumentReadingOptions): Promise<FoundTables> {
  const progress = { pagesDone: 0, pages: await countPicturePages(bytes) };
  const pictures: PagePicture[] = [];
  for (let page = 1; page <= progress.pages; page += 1) {
    reading.onProgress(progress);
    pictures.push({ page, png: await renderGrayPage(bytes, page) });
  }
  const read = await readPictures(pictures, reading, progress);
  return { tables: read.hasWords ? read.tables : null, pages: read.pages };
}

function readPictures(
  pictures: readonly PagePicture[],
  { ocr, onProgress, onStep, keepPicture }: DocumentReadingOptions,
  { pagesDone, pages }: ReadingProgress,
): Promise<PictureTables> {
  let done = pagesDone;
  return readPictureTables(pictures, {
    ocr,
    onStep,
    onPage: async ({ page, png }) => {
      await keepPicture(page, png);
      done += 1;
      onProgress({ pagesDone: done, pages });
    },
  });
}

export interface DocumentToRead {
  parseJobId: number;
  path: string;
  type: DocumentType;
  fileName: string;
  /** The extraction service's id of a job that an earlier attempt started. */
  resumeId: string | null;
}

export interface ExtractionContext {
  signal: AbortSignal;
  onProgress: (progress: ReadingProgress) => void;
  /** Stores the service's id before waiting, so that the job can be resumed after a restart. */
  noteBegun: (begun: { resumeId: string; configurationId: string | null }) => Promise<void>;
}

export interface DocumentExtractor {
  /** @throws ReadingFailure if no transactions could be read */
  extract(document: DocumentToRead, run: ExtractionContext): Promise<ReadDocument>;
}
