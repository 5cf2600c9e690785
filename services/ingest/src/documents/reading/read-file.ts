import { readFile } from 'node:fs/promises';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { WordPage } from '@clearwatch/domain/documents/document-words';
import type { DocumentTable } from '@clearwatch/domain/documents/extracted-table';
import { plainTextPages } from '@clearwatch/domain/documents/plain-text-pages';
import { findTables, NO_TEXT, readDocument } from '@clearwatch/domain/documents/read-document';
import type { PositionedTables, UnreadLine } from '@clearwatch/domain/documents/read-document-tables';
import type { Ocr } from './ocr.ts';
import type { Picture } from './page-reading.ts';
import { pdfPages, pdfPicture } from './pdf-pages.ts';
import { greyPage, picturePages } from './picture.ts';
import { picturesTables } from './picture-tables.ts';
import { ReadingFailure } from './reading-failure.ts';

/** Of a scanned page: what its scanner most likely had. */
const SCAN_DOTS_PER_INCH = 260;
/** Of a printed page that is only looked at. */
const SHOWN_DOTS_PER_INCH = 130;

/** Some 25,000 rows: more is no document that people review, but a file. */
const MOST_WORDS = 200_000;

export interface FileRead {
  tables: DocumentTable[];
  /** Lines with an amount that belong to no row. */
  unread: UnreadLine[];
  /** Width and height of each page in the units that boxes are in. */
  pages: { page: number; width: number; height: number; isPicture: boolean }[];
}

export interface Reading {
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
export async function readFileAs(reading: Reading): Promise<FileRead> {
  const { path, type, latestDay } = reading;
  const bytes = await readFile(path);
  if (bytes.length === 0) throw new ReadingFailure('The file is empty.');
  const { tables, pages } = await tablesOf(bytes, reading);
  if (tables === null) throw new ReadingFailure(NO_TEXT);
  const read = readDocument(tables, { latestDay });
  if ('failure' in read) throw new ReadingFailure(read.failure);
  if (type === 'application/pdf') await keepDoubtful(bytes, { read, pages, reading });
  return { ...read, pages };
}

/** Printed pages are drawn only where somebody has to look at them. */
async function keepDoubtful(
  bytes: Buffer,
  {
    read,
    pages,
    reading,
  }: { read: Pick<FileRead, 'tables' | 'unread'>; pages: FileRead['pages']; reading: Reading },
): Promise<void> {
  const rows = read.tables.flatMap((table) => table.rows).filter(({ doubts }) => doubts.length > 0);
  const doubtful = new Set([...rows, ...read.unread].map(({ page }) => page));
  for (const { page, isPicture } of pages)
    if (!isPicture && doubtful.has(page))
      await reading.keepPicture(page, await pdfPicture(bytes, { page, dotsPerInch: SHOWN_DOTS_PER_INCH }));
}

/** Loading what reads Word takes as long as all the rest, and most documents are none of it. */
const docxReader = () => import('./docx-pages.ts');

type PictureReading = Pick<Reading, 'ocr' | 'onProgress' | 'onStep' | 'keepPicture'>;

async function tablesOf(
  bytes: Buffer,
  { type, ...how }: Pick<Reading, 'type'> & PictureReading,
): Promise<{ tables: PositionedTables | null; pages: FileRead['pages'] }> {
  switch (type) {
    case 'application/pdf':
      return ofPdf(bytes, how);
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return ofWords(await (await docxReader()).docxPages(bytes));
    case 'text/plain':
      return ofWords(plainTextPages(textOf(bytes)));
    default:
      return ofPicture(bytes, how);
  }
}

/** UTF-8, or what old systems write when it is not. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function ofWords(pages: readonly WordPage[]): { tables: PositionedTables | null; pages: FileRead['pages'] } {
  const count = pages.reduce((sum, { words }) => sum + words.length, 0);
  if (count > MOST_WORDS)
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
async function ofPdf(bytes: Buffer, { ocr, onProgress, onStep, keepPicture }: PictureReading) {
  const pages = await pdfPages(bytes);
  const scanned = pages.filter(({ isPicture }) => isPicture);
  const printed = pages.filter(({ isPicture }) => !isPicture);
  const count = pages.length;
  let pagesDone = printed.length;
  onProgress({ pagesDone, pages: count });
  if (scanned.length === 0) return ofWords(pages);
  const pictures: Picture[] = [];
  for (const { page } of scanned) {
    pictures.push({
      page,
      png: await greyPage(await pdfPicture(bytes, { page, dotsPerInch: SCAN_DOTS_PER_INCH }), 1),
    });
    // No page is done, but who waits knows that it goes on.
    onProgress({ pagesDone, pages: count });
  }
  const read = await picturesTables(pictures, {
    ocr,
    onStep,
    onPage: async ({ page, png }) => {
      await keepPicture(page, png);
      pagesDone += 1;
      onProgress({ pagesDone, pages: count });
    },
  });
  const text = ofWords(printed);
  if (!read.hasWords && text.tables === null) return { tables: null, pages: text.pages };
  return {
    tables: {
      tables: [...(text.tables?.tables ?? []), ...read.tables.tables],
      unread: [...(text.tables?.unread ?? []), ...read.tables.unread],
    },
    pages: [...text.pages, ...read.pages].toSorted((one, other) => one.page - other.page),
  };
}

async function ofPicture(bytes: Buffer, { ocr, onProgress, onStep, keepPicture }: PictureReading) {
  const count = await picturePages(bytes);
  const pictures: Picture[] = [];
  let pagesDone = 0;
  for (let page = 1; page <= count; page += 1) {
    onProgress({ pagesDone, pages: count });
    pictures.push({ page, png: await greyPage(bytes, page) });
  }
  const read = await picturesTables(pictures, {
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
