import type { Box, DrawnLine, Word, WordPage } from '@clearwatch/domain/documents/document-words';
import { type ExtractedImage, LiteParse, type ParsedPage, type VectorGraphics } from '@llamaindex/liteparse';
import { liesOverDrawnLetters, liesOverPictures, seenOn } from './hidden-text.ts';
import { ReadingFailure } from './reading-failure.ts';

export const MOST_PAGES = 100;
/** Fewer characters are a stamp or a page number on a scanned page. */
const LEAST_TEXT = 20;

export interface PdfPage extends WordPage {
  /** Whether its words have to be read from its picture. */
  isPicture: boolean;
}

/** Pictures that cover so much of a page are its content; smaller ones are looked at one by one. */
const PAGE_SIZED = 0.5;
/** Enough to see whether anything stands in the place of a word; of a very large page as many as this in its longer side. */
const SEEN_DOTS_PER_INCH = 100;
const MOST_SEEN_DOTS = 2_500;
const POINTS_PER_INCH = 72;
/** Pages that are drawn at once. */
const DRAWN_PAGES = 10;
/** A rectangle no thicker than this, in points, is a line; and a line of a table is no shorter than that. */
const THIN = 2;
const SHORTEST_RULE = 15;
/** ARGB: what is drawn white or transparent is not seen. */
const IS_UNSEEN = /^(?:00|ffffffff$)/i;

/**
 * The words that a PDF holds as text, page by page. Nothing is downloaded, no script is run. Text that cannot be seen, or that
 * lies over a picture of the page, is what somebody has read out of the picture, mistakes included: such a page is read from
 * its picture, and its text layer is not used.
 * @throws ReadingFailure for one that is encrypted, broken, or has too many pages
 */
export async function pdfPages(bytes: Buffer): Promise<PdfPage[]> {
  const parser = new LiteParse({
    ocrEnabled: false,
    emitWordBoxes: true,
    includeComplexity: true,
    extractVectorGraphics: true,
    maxPages: MOST_PAGES + 1,
    quiet: true,
  });
  const { pages, totalPages } = await parser.parse(bytes).catch((error: unknown) => {
    throw failureOf(error);
  });
  if (totalPages > MOST_PAGES)
    throw new ReadingFailure(
      `The document has ${totalPages} pages, the most is ${MOST_PAGES}. Split it and upload the parts.`,
    );
  const read = pages.map(toPage);
  const images = await imagesOn(
    bytes,
    pages.flatMap(({ pageNum, complexity }, index) =>
      read[index]?.isPicture === false && (complexity?.imageBlockCount ?? 0) > 0 ? [pageNum] : [],
    ),
  );
  const believed = read.map((page) =>
    liesOverPictures(
      page.words,
      images.filter((image) => image.page === page.page),
    )
      ? asPicture(page)
      : page,
  );
  const drawn = new Map(
    pages.map(({ pageNum, vectorGraphics }): [number, Box[]] => [
      pageNum,
      [...boxesOf(vectorGraphics), ...images.filter(({ page }) => page === pageNum).map(({ bbox }) => bbox)],
    ]),
  );
  return asSeen(bytes, believed, drawn);
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
  const isScan = complexity?.hasSubstantialImages === true && length < LEAST_TEXT;
  const isPicture =
    complexity?.isGarbled === true ||
    isPageSized ||
    isScan ||
    liesOverDrawnLetters(words, vectorGraphics?.shapes ?? []);
  const read = {
    page: page.pageNum,
    width: page.width,
    height: page.height,
    words,
    rules: vectorGraphics === undefined ? [] : rulesOf(page.pageNum, vectorGraphics),
    isPicture: false,
  };
  return isPicture ? asPicture(read) : read;
}

const asPicture = (page: PdfPage): PdfPage => ({ ...page, words: [], rules: [], isPicture: true });

/** Lines that are drawn as such, or as thin rectangles. The edges of a colored field are none. */
function rulesOf(page: number, { lines, shapes }: VectorGraphics): DrawnLine[] {
  const drawn = [
    ...lines
      .filter(({ stroke, strokeColor }) => stroke && !IS_UNSEEN.test(strokeColor ?? ''))
      .map(({ x1, y1, x2, y2 }) => ({
        x: Math.min(x1, x2),
        y: Math.min(y1, y2),
        width: Math.abs(x2 - x1),
        height: Math.abs(y2 - y1),
      })),
    ...shapes
      .filter(({ fill, stroke, fillColor }) => fill && !stroke && !IS_UNSEEN.test(fillColor ?? ''))
      .map(({ bbox }) => bbox),
  ];
  return drawn.flatMap(({ x, y, width, height }): DrawnLine[] => {
    if (height <= THIN && width >= SHORTEST_RULE)
      return [{ page, isHorizontal: true, at: y + height / 2, from: x, to: x + width }];
    if (width <= THIN && height >= SHORTEST_RULE / 2)
      return [{ page, isHorizontal: false, at: x + width / 2, from: y, to: y + height }];
    return [];
  });
}

/** Where smaller pictures stand on these pages. */
async function imagesOn(bytes: Buffer, pages: readonly number[]): Promise<ExtractedImage[]> {
  const images: ExtractedImage[] = [];
  for (const page of pages) {
    const parser = new LiteParse({
      ocrEnabled: false,
      extractImages: true,
      targetPages: String(page),
      quiet: true,
    });
    const read = await parser.parse(bytes);
    images.push(...read.images.map((image) => ({ ...image, bytes: Buffer.alloc(0) })));
  }
  return images;
}

/** What is drawn on a page and is no letter. */
function boxesOf(graphics: VectorGraphics | undefined): Box[] {
  const { lines = [], shapes = [] } = graphics ?? {};
  return [
    ...lines.map(({ x1, y1, x2, y2 }) => ({
      x: Math.min(x1, x2),
      y: Math.min(y1, y2),
      width: Math.abs(x2 - x1),
      height: Math.abs(y2 - y1),
    })),
    // A frame is drawn by its lines, and a pale field hides nothing.
    ...shapes.filter(({ hasCurve }) => hasCurve).map(({ bbox }) => bbox),
  ];
}

/** A page with words that nobody sees is read as it is seen; one that shows more than its words say says so. */
async function asSeen(
  bytes: Buffer,
  pages: readonly PdfPage[],
  drawn: ReadonlyMap<number, readonly Box[]>,
): Promise<PdfPage[]> {
  const longest = Math.max(1, ...pages.flatMap(({ width, height }) => [width, height]));
  const dpi = Math.min(SEEN_DOTS_PER_INCH, (MOST_SEEN_DOTS * POINTS_PER_INCH) / longest);
  const parser = new LiteParse({ ocrEnabled: false, dpi, quiet: true });
  const printed = pages.filter(({ words }) => words.length > 0);
  const seen = new Map<number, PdfPage>();
  for (let from = 0; from < printed.length; from += DRAWN_PAGES) {
    const some = printed.slice(from, from + DRAWN_PAGES);
    const pictures = await parser.screenshot(
      bytes,
      some.map(({ page }) => page),
    );
    for (const page of some) {
      const picture = pictures.find(({ pageNum }) => pageNum === page.page)?.imageBuffer;
      if (picture === undefined) continue;
      const found = await seenOn(page, { drawn: drawn.get(page.page) ?? [], picture });
      if (found.hasUnseenWords) seen.set(page.page, asPicture(page));
      else if (found.hasUnreadPrint) seen.set(page.page, { ...page, hasUnreadPrint: true });
    }
  }
  return pages.map((page) => seen.get(page.page) ?? page);
}

function failureOf(error: unknown): ReadingFailure {
  const text = error instanceof Error ? error.message : '';
  if (/password|encrypt/i.test(text))
    return new ReadingFailure('The PDF is protected by a password. Save it without one and upload it again.');
  return new ReadingFailure('The PDF is damaged and cannot be opened. Export or scan it again.');
}

/** A page as a picture, PNG. */
export async function pdfPicture(
  bytes: Buffer,
  { page, dotsPerInch }: { page: number; dotsPerInch: number },
): Promise<Buffer> {
  const parser = new LiteParse({ ocrEnabled: false, dpi: dotsPerInch, quiet: true });
  const [picture] = await parser.screenshot(bytes, [page]);
  if (picture === undefined) throw new ReadingFailure(`Page ${page} of the PDF cannot be shown.`);
  return picture.imageBuffer;
}
