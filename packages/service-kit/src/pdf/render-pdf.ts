import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** The fonts come with pdfmake and cover Latin with all accents, Greek and Cyrillic. */
const fontFile = (name: string) => createRequire(import.meta.url).resolve(`pdfmake/fonts/Roboto/${name}.ttf`);
const FONTS = {
  Roboto: {
    normal: fontFile('Roboto-Regular'),
    bold: fontFile('Roboto-Medium'),
    italics: fontFile('Roboto-Italic'),
    bolditalics: fontFile('Roboto-MediumItalic'),
  },
};
const FONT_FILES: readonly string[] = Object.values(FONTS.Roboto);

pdfmake.setFonts(FONTS);
// Nothing is fetched, and no files except the fonts are read, regardless of the text.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => FONT_FILES.includes(path));

/** The body of a `PdfPrinter` script. Transfers the bytes without copying. */
export async function renderPdfInWorker(document: TDocumentDefinitions): Promise<void> {
  const pdf = new Uint8Array(await pdfmake.createPdf(document).getBuffer());
  parentPort?.postMessage(pdf, [pdf.buffer]);
}
