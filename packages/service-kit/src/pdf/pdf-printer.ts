import { Worker } from 'node:worker_threads';

/** 60 pages need about 200 MB. A document that needs more is faulty and must not end the service. */
const MEMORY = { maxOldGenerationSizeMb: 512 };

/** Renders one document at a time in a worker thread, because the layout of a long document blocks for a second. */
export class PdfPrinter<File> {
  private last: Promise<unknown> = Promise.resolve();

  /** @param script calls `renderPdfInWorker` with its document */
  constructor(private readonly script: URL) {}

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
    // Has no effect after a message, which settles the promise.
    thread.once('exit', (code) =>
      reject(new Error(`the PDF printer exited with code ${code} without producing a file`)),
    );
  });
}
