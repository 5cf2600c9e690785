import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { readDocumentFile } from './document-reader.ts';
import { Ocr } from './ocr.ts';
import {
  parseReadingRequest,
  pictureFile,
  RESULT_FILE,
  ReadingFailure,
  type ReadingMessage,
} from './reading-protocol.ts';

/*
 * Reads one uploaded document and ends. Bytes that anybody may have sent are parsed here and nowhere else: the process knows no
 * database, no key and no other file, and its parent kills it when it takes too long or too much.
 */

/** Wide enough to read print of six points on a screen. */
const PREVIEW_WIDTH = 1_500;

// Nobody waits for the answer any more, and nobody looks after its time and memory.
process.once('disconnect', () => process.exit(1));

const sendMessage = (message: ReadingMessage): void => void process.send?.(message);
const ocr = new Ocr();
try {
  const order = parseReadingRequest(process.argv[2]);
  const read = await readDocumentFile({
    ...order,
    ocr,
    onProgress: (progress) => sendMessage({ kind: 'progress', ...progress }),
    onStep: () => sendMessage({ kind: 'alive' }),
    keepPicture: async (page, png) => {
      const picture = sharp(png)
        .resize({ width: PREVIEW_WIDTH, withoutEnlargement: true })
        .jpeg({ quality: 75 });
      await picture.toFile(join(order.folder, pictureFile(page)));
    },
  });
  await writeFile(join(order.folder, RESULT_FILE), JSON.stringify(read), { mode: 0o600 });
} catch (error) {
  if (!(error instanceof ReadingFailure)) throw error;
  sendMessage({ kind: 'failure', sentence: error.message });
} finally {
  await ocr.close();
}
// Parsers in native code leave threads behind that would keep it alive.
process.disconnect?.();
process.exit(0);
