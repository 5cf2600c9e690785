import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { EvidenceFile } from './evidence-file.ts';

/** Compiled or, in tests, as it is written: the ending is that of this file. */
const SCRIPT = new URL(
  import.meta.url.endsWith('.ts') ? './print-evidence.worker.ts' : './print-evidence.worker.js',
  import.meta.url,
);
/** Some 60 pages take 200 MB; more than that is a fault and must not take the service along. */
const MEMORY = { maxOldGenerationSizeMb: 512 };

/**
 * Prints evidence in a thread of its own, because laying out 500 entries takes a second in which nobody else would be
 * answered. One at a time: whoever exports many waits for himself.
 */
@Injectable()
export class EvidencePrinter {
  private last: Promise<unknown> = Promise.resolve();

  /** @returns the bytes of the PDF */
  print(file: EvidenceFile): Promise<Buffer> {
    const printed = this.last.then(() => printInThread(file));
    this.last = printed.catch(() => undefined);
    return printed;
  }
}

function printInThread(file: EvidenceFile): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(SCRIPT, { workerData: file, resourceLimits: MEMORY });
    thread.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    thread.once('error', reject);
    // After its message it ends as well; that is heard by nobody.
    thread.once('exit', (code) =>
      reject(new Error(`the printer ended with code ${code} and without a file`)),
    );
  });
}
