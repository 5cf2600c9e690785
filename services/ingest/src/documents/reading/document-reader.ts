import { readFile } from 'node:fs/promises';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { WordPage } from '@clearwatch/domain/documents/document-words';
import type { DocumentTable } from '@clearwatch/domain/documents/extracted-table';
import { plainTextPages } from '@clearwatch/domain/documents/plain-text-pages';
import { findTables, NO_TEXT, readDocument } from '@clearwatch/domain/documents/read-document';
import type { PositionedTables, UnreadLine } from '@clearwatch/domain/documents/read-document-tables';
import sharp from 'sharp';
import type { Ocr, PagePicture } from './ocr.ts';
import { readPdfPages, renderPdfPage } from './pdf-pages.ts';
import { readPictureTables } from './picture-tables.ts';
import { ReadingFailure } from './reading-protocol.ts';

/** A page of 50 million dots is larger than any scanner makes; a picture that claims more is an attack. */
const MAX_PIXELS = 50_000_000;
export const MAX_PICTURE_PAGES = 50;

/** How many pages a picture file holds; TIFF may hold several. @throws ReadingFailure when it is none, or too large */
async function countPicturePages(bytes: Buffer): Promise<number> {
  const {
    pages = 1,
    width,
    height,
  } = await openPicture(() => sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata());
  if (width * height > MAX_PIXELS) throw pictureTooLarge();
  if (pages > MAX_PICTURE_PAGES)
    throw new ReadingFailure(
      `The file has ${pages} pages, the most is ${MAX_PICTURE_PAGES}. Split it and upload the parts.`,
    );
  return pages;
}

/** A page of a picture file, upright as its camera noted, grey on white, in its full range; PNG. */
async function renderGrayPage(bytes: Buffer, page: number): Promise<Buffer> {
  return openPicture(() =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, page: page - 1 })
      .rotate()
      .flatten({ background: '#fff' })
      .grayscale()
      .normalise()
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
    `The picture has more than ${MAX_PIXELS / 1_000_000} million dots. Scan it at 300 dots per inch.`,
  );

/** Of a scanned page: what its scanner most likely had. */
const SCAN_DPI = 260;
/** Of a printed page that is only looked at. */
const PREVIEW_DPI = 130;

/** Some 25,000 rows: more is no document that people review, but a file. */
const MAX_WORDS = 200_000;

export interface ReadDocument {
  tables: DocumentTable[];
  /** Lines with an amount that belong to no row. */
  unread: UnreadLine[];
  /** Width and height of each page in the units that boxes are in. */
  pages: { page: number; width: number; height: number; isPicture: boolean }[];
}

export interface DocumentReadingOptions {
  path: string;
  type: DocumentType;
  latestDay: Day;
  ocr: Ocr;
  onProgress: (progress: { pagesDone: number; pages: number }) => void;
  /** After each part of the work on a page, of which some take long on a busy machine. */
  onStep: () => void;
  /** Keeps the picture of a page, PNG, upright as it was read: rows are compared with it. */
  keepPicture: (page: number, png: Buffer) => Promise<void>;
}

/**
 * What a stored document says.
 * @throws ReadingFailure with a sentence when nothing of it can be used
 */
export async function readDocumentFile(reading: DocumentReadingOptions): Promise<ReadDocument> {
  const { path, type, latestDay } = reading;
  const bytes = await readFile(path);
  if (bytes.length === 0) throw new ReadingFailure('The file is empty.');
  const { tables, pages } = await readTables(bytes, reading);
  if (tables === null) throw new ReadingFailure(NO_TEXT);
  const read = readDocument(tables, { latestDay });
  if ('failure' in read) throw new ReadingFailure(read.failure);
  if (type === 'application/pdf') await keepDoubtfulPages(bytes, { read, pages, reading });
  return { ...read, pages };
}

/** Printed pages are drawn only where somebody has to look at them. */
async function keepDoubtfulPages(
  bytes: Buffer,
  {
    read,
    pages,
    reading,
  }: {
    read: Pick<ReadDocument, 'tables' | 'unread'>;
    pages: ReadDocument['pages'];
    reading: DocumentReadingOptions;
  },
): Promise<void> {
  const rows = read.tables.flatMap((table) => table.rows).filter(({ doubts }) => doubts.length > 0);
  const doubtful = new Set([...rows, ...read.unread].map(({ page }) => page));
  for (const { page, isPicture } of pages)
    if (!isPicture && doubtful.has(page))
      await reading.keepPicture(page, await renderPdfPage(bytes, { page, dotsPerInch: PREVIEW_DPI }));
}

/** Loading what reads Word takes as long as all the rest, and most documents are none of it. */
const loadDocxReader = () => import('./docx-pages.ts');

type PictureReading = Pick<DocumentReadingOptions, 'ocr' | 'onProgress' | 'onStep' | 'keepPicture'>;

async function readTables(
  bytes: Buffer,
  { type, ...how }: Pick<DocumentReadingOptions, 'type'> & PictureReading,
): Promise<{ tables: PositionedTables | null; pages: ReadDocument['pages'] }> {
  switch (type) {
    case 'application/pdf':
      return readPdf(bytes, how);
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return readTextTables(await (await loadDocxReader()).docxPages(bytes));
    case 'text/plain':
      return readTextTables(plainTextPages(decodeText(bytes)));
    default:
      return readPicture(bytes, how);
  }
}

/** UTF-8, or what old systems write when it is not. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function readTextTables(pages: readonly WordPage[]): {
  tables: PositionedTables | null;
  pages: ReadDocument['pages'];
} {
  const count = pages.reduce((sum, { words }) => sum + words.length, 0);
  if (count > MAX_WORDS)
    throw new ReadingFailure(
      'The document holds more than 200,000 words, which is no document but a file. Import it as CSV, or split it.',
    );
  const isBlank = count === 0;
  return {
    tables: isBlank ? null : findTables(pages),
    pages: pages.map(({ page, width, height }) => ({ page, width, height, isPicture: false })),
  };
}

/** A document may be printed in part and scanned in part: each page is read as what it is. */
async function readPdf(bytes: Buffer, { ocr, onProgress, onStep, keepPicture }: PictureReading) {
  const pages = await readPdfPages(bytes);
  const scanned = pages.filter(({ isPicture }) => isPicture);
  const printed = pages.filter(({ isPicture }) => !isPicture);
  const count = pages.length;
  let pagesDone = printed.length;
  onProgress({ pagesDone, pages: count });
  if (scanned.length === 0) return readTextTables(pages);
  const pictures: PagePicture[] = [];
  for (const { page } of scanned) {
    pictures.push({
      page,
      png: await renderGrayPage(await renderPdfPage(bytes, { page, dotsPerInch: SCAN_DPI }), 1),
    });
    // No page is done, but who waits knows that it goes on.
    onProgress({ pagesDone, pages: count });
  }
  const read = await readPictureTables(pictures, {
    ocr,
    onStep,
    onPage: async ({ page, png }) => {
      await keepPicture(page, png);
      pagesDone += 1;
      onProgress({ pagesDone, pages: count });
    },
  });
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

async function readPicture(bytes: Buffer, { ocr, onProgress, onStep, keepPicture }: PictureReading) {
  const count = await countPicturePages(bytes);
  const pictures: PagePicture[] = [];
  let pagesDone = 0;
  for (let page = 1; page <= count; page += 1) {
    onProgress({ pagesDone, pages: count });
    pictures.push({ page, png: await renderGrayPage(bytes, page) });
  }
  const read = await readPictureTables(pictures, {
    ocr,
    onStep,
    onPage: async ({ page, png }) => {
      await keepPicture(page, png);
      pagesDone += 1;
      onProgress({ pagesDone, pages: count });
    },
  });
  return { tables: read.hasWords ? read.tables : null, pages: read.pages };
}

/** A stored document that is to be read. */
export interface DocumentToRead {
  parseJobId: number;
  path: string;
  type: DocumentType;
  fileName: string;
  /** The service's own id of work that an earlier try has begun; null when none has. */
  resumeId: string | null;
}

export interface ExtractionContext {
  signal: AbortSignal;
  onProgress: (progress: { pagesDone: number; pages: number }) => void;
  /** Keeps the service's id, before anything is waited for: a restart goes on with it. */
  noteBegun: (begun: { resumeId: string; configurationId: string | null }) => Promise<void>;
}

/** Reads documents: on the premises, or by a service. */
export interface DocumentExtractor {
  /** @throws ReadingFailure with a sentence when the document, or the service, gives no transactions */
  extract(document: DocumentToRead, run: ExtractionContext): Promise<ReadDocument>;
}
