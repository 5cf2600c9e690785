import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Word } from '@clearwatch/domain/extraction/layout/word';
import sharp from 'sharp';
import { createWorker, PSM, type Worker } from 'tesseract.js';
import { blanksIn, type Dots } from './apart.ts';
import { ReadingFailure } from './reading-failure.ts';

/** Starting takes a second or two; a missing language file would make it wait for ever. */
const START_LIMIT_MS = 60_000;
/** Its memory grows picture by picture; a page is about ten. */
const PICTURES_PER_WORKER = 500;
const LETTER = /\p{L}/u;

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
    return (data.blocks ?? []).flatMap(({ paragraphs }) =>
      paragraphs.flatMap(({ lines }) =>
        lines.flatMap(({ words }) => words.flatMap((word) => wordsOf(word, dots))),
      ),
    );
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

interface Placed {
  text: string;
  confidence: number;
  bbox: { x0: number; y0: number; x1: number; y1: number };
}

/** Letters that stand apart in print are words of their own. Digits are left: a 1 has much room around it. */
function wordsOf(word: Placed & { symbols?: Placed[] }, dots: Dots): Word[] {
  const blanks = blanksIn(dots, word.bbox);
  const parts: Placed[][] = [[]];
  for (const symbol of word.symbols ?? []) {
    const last = parts.at(-1)?.at(-1);
    const isApart =
      last !== undefined &&
      LETTER.test(last.text) &&
      LETTER.test(symbol.text) &&
      blanks.some((blank) => blank > middleOf(last) && blank < middleOf(symbol));
    if (isApart) parts.push([symbol]);
    else parts.at(-1)?.push(symbol);
  }
  return parts.length < 2 ? [toWord(word)] : parts.map((part) => toWord(joined(part, word.confidence)));
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
