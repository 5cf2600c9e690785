import { parentPort } from 'node:worker_threads';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { renderPdf } from './render-pdf.ts';

/** All that a thread of `PdfPrinter` has to do with the document of its `workerData`; the bytes are handed over, not copied. */
export async function handOver(document: TDocumentDefinitions): Promise<void> {
  const pdf = new Uint8Array(await renderPdf(document));
  parentPort?.postMessage(pdf, [pdf.buffer]);
}
