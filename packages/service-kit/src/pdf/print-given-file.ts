import { parentPort, workerData } from 'node:worker_threads';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { renderPdf } from './render-pdf.ts';

/** The whole of a thread that `PdfPrinter` starts: prints the one file it is given; the bytes are handed over, not copied. */
export async function printGivenFile<File>(documentOf: (file: File) => TDocumentDefinitions): Promise<void> {
  const pdf = new Uint8Array(await renderPdf(documentOf(workerData as File)));
  parentPort?.postMessage(pdf, [pdf.buffer]);
}
