import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Word, WordPage } from '@clearwatch/domain/documents/document-words';
import { TimeoutError, withTimeout } from '@clearwatch/service-kit/time/async-timing';
import sharp from 'sharp';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import type { GrayPixels } from './page-ink.ts';
import { ReadingFailure } from './reading-protocol.ts';
import { type LetterSpacing, splitWords } from './split-words.ts';

/** Starting takes a second or two. With a missing language file it would never finish. */
const START_TIMEOUT_MS = 60_000;
/** Memory grows with each picture; a page needs about ten pictures. */
const PICTURES_PER_WORKER = 500;

/** Tesseract with language data from npm packages, so nothing is downloaded. */
export class Ocr {
  #worker: Worker | null = null;
  #pages = 0;
  /** Tesseract's shape-based engine from before version 4, which makes different mistakes. */
  #secondEngine: Worker | null = null;

  /** The clockwise rotation, in degrees, that makes the lines on a page level. */
  async slantOf(picture: Buffer): Promise<number> {
    const worker = await this.#ready();
    const { data } = await worker.recognize(picture, { rotateAuto: true }, { text: false });
    return ((data.rotateRadians ?? 0) * 180) / Math.PI;
  }

  /** @param picture PNG of a page, upright and straight */
  async words(picture: Buffer): Promise<{ words: Word[]; spacing: LetterSpacing | null }> {
    return this.#words(picture, PSM.SINGLE_COLUMN, null);
  }

  /** @param picture PNG of a single line, with letters about forty pixels high */
  async line(picture: Buffer, spacing: LetterSpacing | null): Promise<{ text: string; confidence: number }> {
    const { words } = await this.#words(picture, PSM.SINGLE_LINE, spacing);
    return {
      text: words.map(({ text }) => text).join(' '),
      confidence: Math.min(1, ...words.map(({ confidence }) => confidence)),
    };
  }

  /** The second engine's reading of a line. @param picture PNG of a single line, with letters about forty pixels high */
  async readWithSecondEngine(picture: Buffer): Promise<string> {
    this.#secondEngine ??= await startWorker(OEM.TESSERACT_ONLY);
    await this.#secondEngine.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE });
    const { data } = await this.#secondEngine.recognize(picture, {}, { text: true });
    return data.text.trim();
  }

  async #words(picture: Buffer, mode: PSM, known: LetterSpacing | null): ReturnType<Ocr['words']> {
    const worker = await this.#ready();
    await worker.setParameters({ tessedit_pageseg_mode: mode });
    const { data } = await worker.recognize(picture, {}, { blocks: true, text: false });
    const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
    return splitWords(lines, { dots: await grayPixelsOf(picture), known });
  }

  async #ready(): Promise<Worker> {
    if (this.#pages >= PICTURES_PER_WORKER) await this.#recycled();
    this.#worker ??= await startWorker(OEM.LSTM_ONLY);
    this.#pages += 1;
    return this.#worker;
  }

  async close(): Promise<void> {
    const secondEngine = this.#secondEngine;
    this.#secondEngine = null;
    await Promise.all([this.#recycled(), secondEngine?.terminate()]);
  }

  async #recycled(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#pages = 0;
    await worker?.terminate();
  }
}

/** Each engine has its own trained data. */
const LANGUAGE_DATA: Readonly<Partial<Record<OEM, string>>> = {
  [OEM.LSTM_ONLY]: '4.0.0_best_int',
  [OEM.TESSERACT_ONLY]: '4.0.0',
};

async function startWorker(engine: OEM): Promise<Worker> {
  const languages = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));
  const starting = createWorker('eng', engine, {
    langPath: join(languages, LANGUAGE_DATA[engine] ?? ''),
    gzip: true,
    cacheMethod: 'none',
    // Without a handler, a bad picture would end the process.
    errorHandler: () => undefined,
  });
  const worker = await withTimeout(START_TIMEOUT_MS, starting).catch((error: unknown) => {
    throw error instanceof TimeoutError ? new ReadingFailure('The OCR engine did not start.') : error;
  });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_COLUMN, preserve_interword_spaces: '1' });
  return worker;
}

async function grayPixelsOf(picture: Buffer): Promise<GrayPixels> {
  const { data, info } = await sharp(picture).grayscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Narrow pages are enlarged until letters are about thirty pixels high, which OCR reads best. */
const MIN_PAGE_WIDTH = 2_200;
const MAX_PAGE_WIDTH = 4_200;
/** Dots per inch. OCR would guess them wrongly for a small cutout. */
export const OCR_DENSITY = 300;

export interface PagePicture {
  page: number;
  png: Buffer;
}

export interface PageReading {
  picture: PagePicture;
  words: WordPage;
  /** Null if the page has too few letters. */
  spacing: LetterSpacing | null;
}

/** @returns words in the units of the original picture */
export async function readPage(
  picture: PagePicture,
  { ocr, magnified }: { ocr: Ocr; magnified: number },
): Promise<PageReading> {
  const { page, png } = picture;
  const size = await sharp(png).metadata();
  const width = Math.round(Math.min(MAX_PAGE_WIDTH, Math.max(MIN_PAGE_WIDTH, size.width)) * magnified);
  const shrink = 1 / (width / size.width);
  const { words, spacing } = await ocr.words(
    await sharp(png).resize({ width }).withMetadata({ density: OCR_DENSITY }).png().toBuffer(),
  );
  const placed = words.map((word) => ({
    ...word,
    x: word.x * shrink,
    y: word.y * shrink,
    width: word.width * shrink,
    height: word.height * shrink,
  }));
  return { picture, spacing, words: { page, width: size.width, height: size.height, words: placed } };
}
