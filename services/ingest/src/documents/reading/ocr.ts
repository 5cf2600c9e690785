import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Word } from '@clearwatch/domain/extraction/layout/word';
import sharp from 'sharp';
import { createWorker, PSM, type Worker } from 'tesseract.js';
import { blanksIn, type Dots, usualBlank } from './apart.ts';
import { ReadingFailure } from './reading-failure.ts';

/** Starting takes a second or two; a missing language file would make it wait for ever. */
const START_LIMIT_MS = 60_000;
/** Its memory grows picture by picture; a page is about ten. */
const PICTURES_PER_WORKER = 500;
const LETTER = /\p{L}/u;
/** White within a word that measures so much of a usual blank is one; so much may be one. */
const APART = 0.8;
const MAYBE_APART = 0.45;
/** Percent. */
const UNCLEAR = 40;

/** Reads words in pictures. Program and language come with the packages: nothing is downloaded. */
export class Ocr {
  #worker: Worker | null = null;
  #pages = 0;

  /** How far the lines of a page slant, clockwise, in degrees. */
  async slantOf(picture: Buffer): Promise<number> {
    const worker = await this.#ready();
    const { data } = await worker.recognize(picture, { rotateAuto: true }, { text: false });
    return ((data.rotateRadians ?? 0) * 180) / Math.PI;
  }

  /** @param picture PNG of a page, upright and straight */
  async words(picture: Buffer): Promise<Word[]> {
    return this.#words(picture, PSM.SINGLE_COLUMN);
  }

  /** @param picture PNG of a single line, its letters some forty dots high */
  async line(picture: Buffer): Promise<{ text: string; confidence: number }> {
    const words = await this.#words(picture, PSM.SINGLE_LINE);
    return {
      text: words.map(({ text }) => text).join(' '),
      confidence: Math.min(1, ...words.map(({ confidence }) => confidence)),
    };
  }

  async #words(picture: Buffer, mode: PSM): Promise<Word[]> {
    const worker = await this.#ready();
    await worker.setParameters({ tessedit_pageseg_mode: mode });
    const { data } = await worker.recognize(picture, {}, { blocks: true, text: false });
    const dots = await dotsOf(picture);
    const lines = (data.blocks ?? []).flatMap(({ paragraphs }) =>
      paragraphs.flatMap((paragraph) => paragraph.lines),
    );
    const blank = usualBlank(lines);
    return lines.flatMap(({ words }) => words.flatMap((word) => wordsOf(word, { dots, blank })));
  }

  async #ready(): Promise<Worker> {
    if (this.#pages >= PICTURES_PER_WORKER) await this.close();
    this.#worker ??= await started();
    this.#pages += 1;
    return this.#worker;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#pages = 0;
    await worker?.terminate();
  }
}

async function started(): Promise<Worker> {
  const languages = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));
  let late: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_, reject) => {
    late = setTimeout(
      () => reject(new ReadingFailure('The reader of pictures did not start.')),
      START_LIMIT_MS,
    );
  });
  try {
    const worker = await Promise.race([
      createWorker('eng', 1, {
        langPath: join(languages, '4.0.0_best_int'),
        gzip: true,
        cacheMethod: 'none',
        // Unheard, a bad picture would end the process.
        errorHandler: () => undefined,
      }),
      failed,
    ]);
    await worker.setParameters({
      tessedit_pageseg_mode: PSM.SINGLE_COLUMN,
      preserve_interword_spaces: '1',
    });
    return worker;
  } finally {
    clearTimeout(late);
  }
}

async function dotsOf(picture: Buffer): Promise<Dots> {
  const { data, info } = await sharp(picture).grayscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

type ReadWord = Placed & { symbols: Placed[] };

interface Placed {
  text: string;
  confidence: number;
  bbox: { x0: number; y0: number; x1: number; y1: number };
}

/**
 * Letters that stand as far apart as words do are words of their own, "OLGA T" read as "OLGAT". When it may be either, nobody
 * knows. Digits are left: a 1 has much room around it.
 */
function wordsOf(word: ReadWord, { dots, blank }: { dots: Dots; blank: number }): Word[] {
  const parts: Placed[][] = [[]];
  let isUnclear = false;
  const blanks = blanksIn(dots, word.bbox).filter(({ width }) => width >= MAYBE_APART * blank);
  for (const symbol of word.symbols) {
    const last = parts.at(-1)?.at(-1);
    const between =
      last !== undefined && LETTER.test(last.text) && LETTER.test(symbol.text)
        ? blanks.find(({ middle }) => middle > middleOf(last) && middle < middleOf(symbol))
        : undefined;
    const isApart = between !== undefined && between.width >= APART * blank;
    isUnclear ||= between !== undefined && !isApart;
    if (isApart) parts.push([symbol]);
    else parts.at(-1)?.push(symbol);
  }
  const confidence = isUnclear ? Math.min(word.confidence, UNCLEAR) : word.confidence;
  if (parts.length < 2) return [toWord({ ...word, confidence })];
  return parts.map((part) => toWord(joined(part, confidence)));
}

const middleOf = ({ bbox }: Placed): number => (bbox.x0 + bbox.x1) / 2;

function joined(symbols: readonly Placed[], confidence: number): Placed {
  return {
    text: symbols.map(({ text }) => text).join(''),
    confidence: Math.min(confidence, ...symbols.map((symbol) => symbol.confidence)),
    bbox: {
      x0: Math.min(...symbols.map(({ bbox }) => bbox.x0)),
      y0: Math.min(...symbols.map(({ bbox }) => bbox.y0)),
      x1: Math.max(...symbols.map(({ bbox }) => bbox.x1)),
      y1: Math.max(...symbols.map(({ bbox }) => bbox.y1)),
    },
  };
}

/** Confidence comes in percent; a reader of pictures is never certain. */
const toWord = ({ text, confidence, bbox: { x0, y0, x1, y1 } }: Placed): Word => ({
  text: text.trim(),
  x: x0,
  y: y0,
  width: x1 - x0,
  height: y1 - y0,
  confidence: Math.min(0.99, confidence / 100),
});
