import { workerData } from 'node:worker_threads';
import { handOver } from '@clearwatch/service-kit/pdf/hand-over';
import { evidenceDocument } from './evidence-document.ts';
import type { EvidenceFile } from './evidence-file.ts';

// Started by EvidencePrinter.
await handOver(evidenceDocument(workerData as EvidenceFile));
