import { Worker } from 'node:worker_threads';

/** Some 60 pages take 200 MB; more than that is a fault and must not take the service along. */
const MEMORY = { maxOldGenerationSizeMb: 512 };

/**
 * Prints files in a thread of its own, because laying out a long one takes a second in which nobody else would be
 * answered. One at a time: whoever exports many waits for himself.
 */
export class PdfPrinter<File> {
  private last: Promise<unknown> = Promise.resolve();

  /** @param script a program that gives its document to `handOver` */
  constructor(private readonly script: URL) {}

  /** @returns the bytes of the PDF */
  print(file: File): Promise<Buffer> {
    const printed = this.last.then(() => printInThread(this.script, file));
    this.last = printed.catch(() => undefined);
    return printed;
  }
}

function printInThread(script: URL, file: unknown): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(script, { workerData: file, resourceLimits: MEMORY });
    thread.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    thread.once('error', reject);
    // After its message it ends as well; that is heard by nobody.
    thread.once('exit', (code) =>
      reject(new Error(`the printer ended with code ${code} and without a file`)),
    );
  });
}
