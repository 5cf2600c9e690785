import { workerData } from 'node:worker_threads';
import { renderPdfInWorker } from '@clearwatch/service-kit/pdf/render-pdf';
import type { ReportFile } from './report-file.ts';
import { reportPdfDocument } from './report-pdf-document.ts';

await renderPdfInWorker(reportPdfDocument(workerData as ReportFile));
