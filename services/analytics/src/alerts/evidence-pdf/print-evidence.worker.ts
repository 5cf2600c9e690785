import { parentPort, workerData } from 'node:worker_threads';
import { evidenceDocument } from './evidence-document.ts';
import type { EvidenceFile } from './evidence-file.ts';
import { renderPdf } from './render-pdf.ts';

// Started by EvidencePrinter with the one file that it is to print; the bytes are handed over, not copied.
const pdf = new Uint8Array(await renderPdf(evidenceDocument(workerData as EvidenceFile)));
parentPort?.postMessage(pdf, [pdf.buffer]);
