import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Box,
  bottomEdge,
  type DrawnLine,
  rightEdge,
  type Word,
  type WordPage,
} from '@clearwatch/domain/documents/document-words';
import {
  type ExtractedImage,
  initSync,
  LiteParse,
  type LiteParseConfig,
  type ParsedPage,
  type ParseResult,
  type VectorGraphics,
  type VectorShape,
} from '@llamaindex/liteparse-wasm';
import sharp from 'sharp';
import type { GrayPixels } from './page-ink.ts';
import { MAX_DOCUMENT_PAGES, ReadingFailure } from './reading-protocol.ts';

let isLoaded = false;

/** PDFium as WebAssembly: a hostile file that takes it over reaches nothing but the memory of its own module. */
async function parsePdf(bytes: Buffer, options: LiteParseConfig): Promise<ParseResult> {
  if (!isLoaded) {
    const require = createRequire(import.meta.url);
    initSync({ module: readFileSync(require.resolve('@llamaindex/liteparse-wasm/liteparse_wasm_bg.wasm')) });
    isLoaded = true;
  }
  const parser = new LiteParse({ ocrEnabled: false, quiet: true, ...options });
  try {
    return await parser.parse(bytes);
  } finally {
    parser.free();
  }
}

async function renderPages(
  bytes: Buffer,
  { pages, dotsPerInch }: { pages: readonly number[]; dotsPerInch: number },
): Promise<ReadonlyMap<number, Buffer>> {
  const options = { targetPages: pages.join(','), dpi: dotsPerInch, extractScreenshots: true };
  const { screenshots } = await parsePdf(bytes, options);
  return new Map(screenshots.map(({ pageNum, imageBytes }) => [pageNum, Buffer.from(imageBytes)]));
}

/** Shorter words, such as a period, may be barely visible. */
const MIN_CHARACTERS = 2;
/** Gray levels (of 255) between the lightest and darkest pixel of a visible word; JPEG noise stays below this. */
const MIN_CONTRAST = 40;
/** Below this a picture cannot show letters; it is a colored field. */
const MIN_PICTURE_DPI = 40;
const POINTS_PER_INCH = 72;
/** Share of a word's area that must lie over a picture. */
const MIN_OVERLAP = 0.5;
/** If at least this share of words lies over letters drawn as curves, the words are a separate text layer. */
const DRAWN_PAGE_SHARE = 0.2;
/** Points around a word or line in which its own ink may lie. */
const INK_MARGIN = 1.5;
/** Darker pixels are ink. */
const INK = 140;
/**
 * A square of pixels with at least this many dark ones is part of a letter; two such squares side by side are a word.
 */
const INK_FIELD_SIZE = 8;
const MIN_INK_PIXELS = 6;
const MIN_INK_FIELDS = 2;

const hasEnoughCharacters = ({ text }: Word): boolean => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MIN_CHARACTERS;

/**
 * Words may use the invisible drawing mode, be transparent, have the color of their background, or be covered (ISO
 * 32000-1, 9.3.6). Words that overlap others may be missing, because PDF readers take them for text printed twice.
 * @param drawn boxes that are not printed text
 */
async function findVisibleText(
  { width, height, words }: { width: number; height: number; words: readonly Word[] },
  { drawn, picture }: { drawn: readonly Box[]; picture: Buffer },
) {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const dotsOf = (box: Box, margin = 0) => ({
    left: Math.max(0, Math.floor((box.x - margin) * (info.width / width))),
    right: Math.min(info.width, Math.ceil((rightEdge(box) + margin) * (info.width / width))),
    top: Math.max(0, Math.floor((box.y - margin) * (info.height / height))),
    bottom: Math.min(info.height, Math.ceil((bottomEdge(box) + margin) * (info.height / height))),
  });
  const contrastIn = (box: Box): number => {
    const { left, right, top, bottom } = dotsOf(box);
    let [lightest, darkest] = [0, 255];
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) {
        const gray = data[y * info.width + x] ?? 255;
        lightest = Math.max(lightest, gray);
        darkest = Math.min(darkest, gray);
      }
    return lightest - darkest;
  };
  const hasUnseenWords = words.some((word) => hasEnoughCharacters(word) && contrastIn(word) < MIN_CONTRAST);
  for (const box of [...words, ...drawn]) {
    const { left, right, top, bottom } = dotsOf(box, INK_MARGIN);
    for (let y = top; y < bottom; y += 1) data.fill(255, y * info.width + left, y * info.width + right);
  }
  return { hasUnseenWords, hasUnreadPrint: hasPrint({ data, width: info.width, height: info.height }) };
}

function hasPrint({ data, width, height }: GrayPixels): boolean {
  for (let y = 0; y + INK_FIELD_SIZE <= height; y += INK_FIELD_SIZE) {
    let run = 0;
    for (let x = 0; x + INK_FIELD_SIZE <= width; x += INK_FIELD_SIZE) {
      let ink = 0;
      for (let dot = 0; dot < INK_FIELD_SIZE * INK_FIELD_SIZE; dot += 1)
        if ((data[(y + Math.floor(dot / INK_FIELD_SIZE)) * width + x + (dot % INK_FIELD_SIZE)] ?? 255) < INK) ink += 1;
      run = ink >= MIN_INK_PIXELS ? run + 1 : 0;
      if (run >= MIN_INK_FIELDS) return true;
    }
  }
  return false;
}

/** Whether words with digits lie over or below a picture that can show letters. */
function overlapsPictures(words: readonly Word[], images: readonly ExtractedImage[]): boolean {
  const pictures = images.filter(
    ({ bbox, width, height }) =>
      width >= (MIN_PICTURE_DPI * bbox.width) / POINTS_PER_INCH &&
      height >= (MIN_PICTURE_DPI * bbox.height) / POINTS_PER_INCH,
  );
  return words.some(
    (word) => /\d/.test(word.text) && pictures.some(({ bbox }) => overlapShare(word, bbox) >= MIN_OVERLAP),
  );
}

/** Whether letters are drawn as curves where the words are. In that case the words come from OCR. */
function overlapsDrawnLetters(words: readonly Word[], shapes: readonly VectorShape[]): boolean {
  const curves = shapes.filter(({ hasCurve }) => hasCurve);
  const over = words.filter((word) =>
    curves.some(
      ({ bbox }) =>
        bbox.height <= 1.5 * word.height && bbox.width <= 1.5 * word.width && overlapShare(bbox, word) >= MIN_OVERLAP,
    ),
  );
  return over.length > 0 && over.length >= DRAWN_PAGE_SHARE * words.length;
}

function overlapShare(one: Box, other: Box): number {
  const width = Math.min(rightEdge(one), rightEdge(other)) - Math.max(one.x, other.x);
  const height = Math.min(bottomEdge(one), bottomEdge(other)) - Math.max(one.y, other.y);
  const area = one.width * one.height;
  return width <= 0 || height <= 0 || area <= 0 ? 0 : (width * height) / area;
}

/** Fewer characters are a stamp or a page number on a scanned page. */
const MIN_PAGE_TEXT = 20;

export interface PdfPage extends WordPage {
  isPicture: boolean;
}

/** Pictures that cover this share of a page are its content; smaller ones are checked individually. */
const PAGE_SIZED = 0.5;
/** Enough to see whether a word is visible; limited by the longer side of a very large page. */
const RENDER_DPI = 100;
const MAX_RENDERED_PIXELS = 2_500;
const PAGES_RENDERED_AT_ONCE = 10;
/** In points: thicker rectangles are not lines, and shorter lines do not belong to a table. */
const MAX_RULE_THICKNESS = 2;
const MIN_RULE_LENGTH = 15;
/** ARGB: white or transparent. */
const INVISIBLE_COLOR = /^(?:00|ffffffff$)/i;

/**
 * The words that a PDF contains as text, page by page. Nothing is downloaded, and no script is run. Invisible text and
 * text over a picture of the page come from OCR, including its mistakes, so such a page is read from its picture and
 * its text layer is ignored.
 * @param onStep called with the number of pages once it is known, and after each part of the work
 * @throws ReadingFailure for a PDF that is encrypted or damaged or has too many pages
 */
export async function readPdfPages(
  bytes: Buffer,
  onStep: (pages: number) => void = () => undefined,
): Promise<PdfPage[]> {
  const { pages, totalPages } = await parsePdf(bytes, {
    emitWordBoxes: true,
    includeComplexity: true,
    extractVectorGraphics: true,
    maxPages: MAX_DOCUMENT_PAGES + 1,
  }).catch((error: unknown) => {
    throw pdfFailure(error);
  });
  if (totalPages > MAX_DOCUMENT_PAGES)
    throw new ReadingFailure(
      `The document has ${totalPages} pages; the limit is ${MAX_DOCUMENT_PAGES}. Split it and upload the parts.`,
    );
  onStep(totalPages);
  const read = pages.map(toPage);
  const illustrated = pages.flatMap(({ pageNum, complexity }, index) =>
    read[index]?.isPicture === false && (complexity?.imageBlockCount ?? 0) > 0 ? [pageNum] : [],
  );
  const images = Map.groupBy(await findImages(bytes, illustrated), ({ page }) => page);
  const believed = read.map((page) =>
    overlapsPictures(page.words, images.get(page.page) ?? []) ? asPicture(page) : page,
  );
  const drawn = new Map(
    pages.map(({ pageNum, vectorGraphics }): [number, Box[]] => [
      pageNum,
      [
        ...(vectorGraphics?.lines ?? []).map(lineBox),
        // Other shapes are left out: a frame's lines are already listed, and pale fields show no ink.
        ...(vectorGraphics?.shapes ?? []).filter((shape) => shape.hasCurve || isBand(shape)).map(({ bbox }) => bbox),
        ...(images.get(pageNum) ?? []).map(({ bbox }) => bbox),
      ],
    ]),
  );
  return checkVisibleText(bytes, { pages: believed, drawn, onStep: () => onStep(totalPages) });
}

function toPage(page: ParsedPage): PdfPage {
  const words = page.textItems.flatMap((item): Word[] => {
    const parts = item.words === undefined || item.words.length === 0 ? [item] : item.words;
    return parts.flatMap(({ text, x, y, width, height }) =>
      text.trim() === '' ? [] : [{ text: text.trim(), x, y, width, height, confidence: 1 }],
    );
  });
  const length = words.reduce((sum, { text }) => sum + text.length, 0);
  const { complexity, vectorGraphics } = page;
  const isPageSized = complexity?.fullPageImage === true || (complexity?.imageCoverage ?? 0) >= PAGE_SIZED;
  const isScan = complexity?.hasSubstantialImages === true && length < MIN_PAGE_TEXT;
  const isPicture =
    complexity?.isGarbled === true ||
    isPageSized ||
    isScan ||
    overlapsDrawnLetters(words, vectorGraphics?.shapes ?? []);
  const read = {
    page: page.pageNum,
    width: page.width,
    height: page.height,
    words,
    rules: vectorGraphics === undefined ? [] : findRules(page.pageNum, vectorGraphics),
    isPicture: false,
  };
  return isPicture ? asPicture(read) : read;
}

/** In points. */
const MAX_BAND_HEIGHT = 40;

/** A dark field behind the headings of a table. */
const isBand = ({ bbox, fill, fillColor }: VectorShape): boolean =>
  fill && bbox.height <= MAX_BAND_HEIGHT && bbox.width > bbox.height && !INVISIBLE_COLOR.test(fillColor ?? 'ffffffff');

const lineBox = ({ x1, y1, x2, y2 }: VectorGraphics['lines'][number]): Box => ({
  x: Math.min(x1, x2),
  y: Math.min(y1, y2),
  width: Math.abs(x2 - x1),
  height: Math.abs(y2 - y1),
});

const asPicture = (page: PdfPage): PdfPage => ({ ...page, words: [], rules: [], isPicture: true });

/** Lines drawn as such or as thin rectangles, but not the edges of colored fields. */
function findRules(page: number, { lines, shapes }: VectorGraphics): DrawnLine[] {
  const drawn = [
    ...lines.filter(({ stroke, strokeColor }) => stroke && !INVISIBLE_COLOR.test(strokeColor ?? '')).map(lineBox),
    ...shapes
      .filter(({ fill, stroke, fillColor }) => fill && !stroke && !INVISIBLE_COLOR.test(fillColor ?? ''))
      .map(({ bbox }) => bbox),
  ];
  return drawn.flatMap(({ x, y, width, height }): DrawnLine[] => {
    if (height <= MAX_RULE_THICKNESS && width >= MIN_RULE_LENGTH)
      return [{ page, isHorizontal: true, at: y + height / 2, from: x, to: x + width }];
    if (width <= MAX_RULE_THICKNESS && height >= MIN_RULE_LENGTH / 2)
      return [{ page, isHorizontal: false, at: x + width / 2, from: y, to: y + height }];
    return [];
  });
}

async function findImages(bytes: Buffer, pages: readonly number[]): Promise<ExtractedImage[]> {
  const images: ExtractedImage[] = [];
  for (const page of pages) {
    const read = await parsePdf(bytes, { extractImages: true, targetPages: String(page) });
    images.push(...read.images.map((image) => ({ ...image, bytes: [] })));
  }
  return images;
}

/** A page with invisible words is read from its picture; a page that shows more than its words is marked. */
async function checkVisibleText(
  bytes: Buffer,
  {
    pages,
    drawn,
    onStep,
  }: { pages: readonly PdfPage[]; drawn: ReadonlyMap<number, readonly Box[]>; onStep: () => void },
): Promise<PdfPage[]> {
  const longest = Math.max(1, ...pages.flatMap(({ width, height }) => [width, height]));
  const dpi = Math.min(RENDER_DPI, (MAX_RENDERED_PIXELS * POINTS_PER_INCH) / longest);
  const printed = pages.filter(({ words }) => words.length > 0);
  const seen = new Map<number, PdfPage>();
  for (let from = 0; from < printed.length; from += PAGES_RENDERED_AT_ONCE) {
    const some = printed.slice(from, from + PAGES_RENDERED_AT_ONCE);
    const pictures = await renderPages(bytes, { pages: some.map(({ page }) => page), dotsPerInch: dpi });
    onStep();
    for (const page of some) {
      const picture = pictures.get(page.page);
      if (picture === undefined) continue;
      const found = await findVisibleText(page, { drawn: drawn.get(page.page) ?? [], picture });
      if (found.hasUnseenWords) seen.set(page.page, asPicture(page));
      else if (found.hasUnreadPrint) seen.set(page.page, { ...page, hasUnreadPrint: true });
    }
  }
  return pages.map((page) => seen.get(page.page) ?? page);
}

function pdfFailure(error: unknown): ReadingFailure {
  const text = error instanceof Error ? error.message : '';
  if (/password|encrypt/i.test(text))
    return new ReadingFailure('The PDF is protected by a password. Save it without one and upload it again.');
  return new ReadingFailure('The PDF is damaged and cannot be opened. Export or scan it again.');
}

export async function renderPdfPage(
  bytes: Buffer,
  { page, dotsPerInch }: { page: number; dotsPerInch: number },
): Promise<Buffer> {
  const picture = (await renderPages(bytes, { pages: [page], dotsPerInch })).get(page);
  if (picture !== undefined) return picture;
  throw new ReadingFailure(`Page ${page} of the PDF cannot be displayed. Export or scan it again.`);
}
