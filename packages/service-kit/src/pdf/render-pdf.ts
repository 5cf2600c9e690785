import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** Come with the package and are embedded: Latin with every accent, Greek and Cyrillic. */
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
// Whatever a text of the ledger may look like: nothing is fetched, no other file is read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => FONT_FILES.includes(path));

/** The bytes of a document, laid out on pages. */
function renderPdf(document: TDocumentDefinitions): Promise<Buffer> {
  return pdfmake.createPdf(document).getBuffer();
}

/** All that a thread of `PdfPrinter` has to do with the document of its `workerData`; the bytes are handed over, not copied. */
export async function renderPdfInWorker(document: TDocumentDefinitions): Promise<void> {
  const pdf = new Uint8Array(await renderPdf(document));
  parentPort?.postMessage(pdf, [pdf.buffer]);
}
