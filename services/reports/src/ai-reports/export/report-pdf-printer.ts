import { PdfPrinter } from '@clearwatch/service-kit/pdf/pdf-printer';
import { Injectable } from '@nestjs/common';
import type { ReportFile } from './report-file.ts';

/** Compiled or, in tests, as it is written: the ending is that of this file. */
const WORKER_SCRIPT = new URL(
  import.meta.url.endsWith('.ts') ? './print-report.worker.ts' : './print-report.worker.js',
  import.meta.url,
);

@Injectable()
export class ReportPdfPrinter extends PdfPrinter<ReportFile> {
  constructor() {
    super(WORKER_SCRIPT);
  }
}
