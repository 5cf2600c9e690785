import type { Word, WordPage } from '@clearwatch/domain/extraction/layout/word';
import { LiteParse, type ParsedPage } from '@llamaindex/liteparse';
import { ReadingFailure } from './reading-failure.ts';

export const MOST_PAGES = 100;
/** Fewer characters are a stamp or a page number on a scanned page. */
const LEAST_TEXT = 20;

export interface PdfPage extends WordPage {
  /** Whether its words have to be read from its picture. */
  isPicture: boolean;
}

/**
 * The words that a PDF holds as text, page by page. Nothing is downloaded, no script is run.
 * @throws ReadingFailure for one that is encrypted, broken, or has too many pages
 */
export async function pdfPages(bytes: Buffer): Promise<PdfPage[]> {
  const parser = new LiteParse({
    ocrEnabled: false,
    emitWordBoxes: true,
    includeComplexity: true,
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
  return pages.map(toPage);
}

function toPage(page: ParsedPage): PdfPage {
  const words = page.textItems.flatMap((item): Word[] => {
    const parts = item.words === undefined || item.words.length === 0 ? [item] : item.words;
    return parts.flatMap(({ text, x, y, width, height }) =>
      text.trim() === '' ? [] : [{ text: text.trim(), x, y, width, height, confidence: 1 }],
    );
  });
  const length = words.reduce((sum, { text }) => sum + text.length, 0);
  const isGarbled = page.complexity?.isGarbled === true;
  const hasPicture =
    page.complexity?.fullPageImage === true || page.complexity?.hasSubstantialImages === true;
  const isPicture = isGarbled || (hasPicture && length < LEAST_TEXT) || (length === 0 && hasPicture);
  return {
    page: page.pageNum,
    width: page.width,
    height: page.height,
    words: isPicture ? [] : words,
    isPicture,
  };
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
