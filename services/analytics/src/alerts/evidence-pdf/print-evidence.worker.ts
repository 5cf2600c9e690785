import { printGivenFile } from '@clearwatch/service-kit/pdf/print-given-file';
import { evidenceDocument } from './evidence-document.ts';

// Started by EvidencePrinter.
await printGivenFile(evidenceDocument);
