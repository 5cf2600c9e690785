import { readFile } from 'node:fs/promises';
import type { DocumentLayoutFields, FoundColumns } from '@clearwatch/contracts/document-layouts.dto';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { DocumentLayout } from '@clearwatch/domain/documents/document-layout';
import type { WordPage } from '@clearwatch/domain/documents/document-words';
import type { DocumentTable, FoundTables, UnreadLine } from '@clearwatch/domain/documents/extracted-table';
import { plainTextPages } from '@clearwatch/domain/documents/plain-text-pages';
import { findTables, NO_TEXT, readDocument } from '@clearwatch/domain/documents/read-document';
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
    throw new ReadingFailure('The image is damaged and cannot be opened. Scan or save it again.');
  }
}

const pictureTooLarge = (): ReadingFailure =>
  new ReadingFailure(`The image has more than ${MAX_PIXELS / 1_000_000} million pixels. Scan it at 300 dots per inch.`);

const SCAN_DPI = 260;
const PREVIEW_DPI = 130;

/** About 25,000 rows, more than anyone reviews by hand. */
const MAX_WORDS = 200_000;

export interface ReadDocument {
  tables: DocumentTable[];
  unread: UnreadLine[];
  /** Width and height of each page, in the same units as the boxes. */
  pages: { page: number; width: number; height: number; isPicture: boolean }[];
  /** Of the first table, for review. */
  foundColumns?: FoundColumns;
  /** When the columns are ambiguous. The tables hold the rows as they would be read, all of them for review. */
  needsColumns?: FoundColumns;
  /** Fingerprints of the saved layouts that were used. */
  usedLayouts?: string[];
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
  /** Stores the words of the pages on which a person can say what the columns are. */
  keepWords?: (pages: readonly WordPage[]) => Promise<void>;
  layouts?: readonly DocumentLayout[];
}

export async function readDocumentFile(reading: DocumentReadingOptions): Promise<ReadDocument> {
  const { path, type, latestDay, layouts = [] } = reading;
  const bytes = await readFile(path);
  if (bytes.length === 0) throw new ReadingFailure('The file is empty.');
  const { tables: found, pages, words } = await readTables(bytes, reading);
  if (found === null) throw new ReadingFailure(NO_TEXT);
  const result = readDocument(found, { latestDay, layouts });
  if ('failure' in result) throw new ReadingFailure(result.failure);
  const read = toReadDocument(result, { pages, layouts });
  // A printed page is rendered only when staff need to look at it.
  const rows = read.tables.flatMap((table) => table.rows).filter(({ doubts }) => doubts.length > 0);
  const doubtful = new Set([...rows, ...read.unread].map(({ page }) => page));
  if (read.foundColumns !== undefined && (read.needsColumns !== undefined || doubtful.size > 0)) {
    doubtful.add(read.foundColumns.page);
    await reading.keepWords?.(pagesToShow(words, read.foundColumns.page));
  }
  if (type === 'application/pdf')
    for (const { page, isPicture } of pages)
      if (!isPicture && doubtful.has(page))
        await reading.keepPicture(page, await renderPdfPage(bytes, { page, dotsPerInch: PREVIEW_DPI }));
  return read;
}

function toReadDocument(
  result: Exclude<ReturnType<typeof readDocument>, { failure: string }>,
  { pages, layouts }: { pages: ReadDocument['pages']; layouts: readonly DocumentLayout[] },
): ReadDocument {
  const { tables, unread, needsColumns } = result;
  if (needsColumns !== undefined) {
    const { page, layout, questions } = needsColumns;
    const foundColumns = { page, layout: toLayoutFields(layout), questions: [...questions] };
    return { tables, unread, pages, foundColumns, needsColumns: foundColumns };
  }
  const saved = new Set(layouts.map(({ fingerprint }) => fingerprint));
  const usedLayouts = tables.flatMap(({ layout }) => (saved.has(layout.fingerprint) ? [layout.fingerprint] : []));
  const [first] = tables;
  const foundColumns =
    first?.rows[0] === undefined
      ? {}
      : { foundColumns: { page: first.rows[0].page, layout: toLayoutFields(first.layout), questions: [] } };
  return { tables, unread, pages, usedLayouts, ...foundColumns };
}

/** As the wire class allows. */
const MAX_HEADING_LENGTH = 500;

const toLayoutFields = (layout: DocumentLayout): DocumentLayoutFields => ({
  ...layout,
  cuts: [...layout.cuts],
  headings: layout.headings.map((heading) => heading.slice(0, MAX_HEADING_LENGTH)),
  lines: [...layout.lines],
});

/** Enough to judge the columns of a table, and fast to read again for each preview. */
const MAX_SHOWN_PAGES = 5;
const MAX_SHOWN_WORDS = 20_000;

function pagesToShow(pages: readonly WordPage[], first: number): WordPage[] {
  const shown: WordPage[] = [];
  let words = 0;
  for (const page of pages.filter((one) => one.page >= first).slice(0, MAX_SHOWN_PAGES)) {
    words += page.words.length;
    if (words > MAX_SHOWN_WORDS && shown.length > 0) break;
    shown.push({ ...page, words: page.words.slice(0, MAX_SHOWN_WORDS) });
  }
  return shown;
}

interface TablesOnPages {
  tables: FoundTables | null;
  pages: ReadDocument['pages'];
  /** From the first page to the last. */
  words: readonly WordPage[];
}

async function readTables(bytes: Buffer, reading: DocumentReadingOptions): Promise<TablesOnPages> {
  switch (reading.type) {
    case 'application/pdf':
      return readPdf(bytes, reading);
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
      // Loading this module takes as long as everything else, and most documents do not need it.
      const { docxPages } = await import('./docx-pages.ts');
      return readTextTables(await docxPages(bytes), reading);
    }
    case 'text/plain':
      return readTextTables(plainTextPages(decodeText(bytes)), reading);
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

function readTextTables(
  pages: readonly WordPage[],
  { layouts = [] }: Pick<DocumentReadingOptions, 'layouts'>,
): TablesOnPages {
  const count = pages.reduce((sum, { words }) => sum + words.length, 0);
  if (count > MAX_WORDS)
    throw new ReadingFailure(
      'The document contains more than 200,000 words. Import its data as CSV, or split the document.',
    );
  return {
    tables: count === 0 ? null : findTables(pages, { layouts }),
    pages: pages.map(({ page, width, height }) => ({ page, width, height, isPicture: false })),
    words: pages,
  };
}

/** A document may be part printed and part scanned; each page is read accordingly. */
async function readPdf(bytes: Buffer, reading: DocumentReadingOptions): Promise<TablesOnPages> {
  const pages = await readPdfPages(bytes, (count) => reading.onProgress({ pagesDone: 0, pages: count }));
  const scanned = pages.filter(({ isPicture }) => isPicture);
  const printed = pages.filter(({ isPicture }) => !isPicture);
  const progress = { pagesDone: printed.length, pages: pages.length };
  reading.onProgress(progress);
  if (scanned.length === 0) return readTextTables(pages, reading);
  const pictures: PagePicture[] = [];
  for (const { page } of scanned) {
    const picture = await renderPdfPage(bytes, { page, dotsPerInch: SCAN_DPI });
    pictures.push({ page, png: await renderGrayPage(picture, 1) });
    // No page is finished, but this shows that the process is working.
    reading.onProgress(progress);
  }
  const read = await readPictures(pictures, reading, progress);
  const text = readTextTables(printed, reading);
  if (!read.hasWords && text.tables === null) return { tables: null, pages: text.pages, words: [] };
  return {
    tables: {
      tables: [...(text.tables?.tables ?? []), ...read.tables.tables],
      unread: [...(text.tables?.unread ?? []), ...read.tables.unread],
    },
    pages: [...text.pages, ...read.pages].toSorted((one, other) => one.page - other.page),
    words: [...text.words, ...read.words].toSorted((one, other) => one.page - other.page),
  };
}

async function readPicture(bytes: Buffer, reading: DocumentReadingOptions): Promise<TablesOnPages> {
  const progress = { pagesDone: 0, pages: await countPicturePages(bytes) };
  const pictures: PagePicture[] = [];
  for (let page = 1; page <= progress.pages; page += 1) {
    reading.onProgress(progress);
    pictures.push({ page, png: await renderGrayPage(bytes, page) });
  }
  const read = await readPictures(pictures, reading, progress);
  return { tables: read.hasWords ? read.tables : null, pages: read.pages, words: read.words };
}

function readPictures(
  pictures: readonly PagePicture[],
  { ocr, onProgress, onStep, keepPicture, layouts = [] }: DocumentReadingOptions,
  { pagesDone, pages }: ReadingProgress,
): Promise<PictureTables> {
  let done = pagesDone;
  return readPictureTables(pictures, {
    ocr,
    layouts,
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
  layouts: readonly DocumentLayout[];
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
