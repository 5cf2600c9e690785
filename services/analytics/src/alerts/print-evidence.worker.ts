import { workerData } from 'node:worker_threads';
import { renderPdfInWorker } from '@clearwatch/service-kit/pdf/render-pdf';
import { evidenceDocument } from './evidence-pdf-document.ts';
import type { EvidenceFile } from './evidence-pdf-sections.ts';

await renderPdfInWorker(evidenceDocument(workerData as EvidenceFile));
