import { PdfPrinter } from '@clearwatch/service-kit/pdf/pdf-printer';
import { Injectable } from '@nestjs/common';
import type { EvidenceFile } from './evidence-pdf-sections.ts';

/** Compiled or, in tests, as it is written: the ending is that of this file. */
const WORKER_SCRIPT = new URL(
  import.meta.url.endsWith('.ts') ? './print-evidence.worker.ts' : './print-evidence.worker.js',
  import.meta.url,
);

@Injectable()
export class EvidencePdfPrinter extends PdfPrinter<EvidenceFile> {
  constructor() {
    super(WORKER_SCRIPT);
  }
}
