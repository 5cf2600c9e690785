import { workerData } from 'node:worker_threads';
import { handOver } from '@clearwatch/service-kit/pdf/hand-over';
import type { ReportFile } from './report-file.ts';
import { reportPdfDocument } from './report-pdf-document.ts';

// Started by ReportPrinter.
await handOver(reportPdfDocument(workerData as ReportFile));
