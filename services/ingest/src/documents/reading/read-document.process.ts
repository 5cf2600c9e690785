import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { Ocr } from './ocr.ts';
import { readFileAs } from './read-file.ts';
import { ReadingFailure } from './reading-failure.ts';
import { pictureFile, RESULT_FILE, type ReadingMessage, readingOrderOf } from './reading-order.ts';

/*
 * Reads one uploaded document and ends. Bytes that anybody may have sent are parsed here and nowhere else: the process knows no
 * database, no key and no other file, and its parent kills it when it takes too long or too much.
 */

/** Wide enough to read print of six points on a screen. */
const SHOWN_WIDTH = 1_500;

// Nobody waits for the answer any more, and nobody looks after its time and memory.
process.once('disconnect', () => process.exit(1));

const tell = (message: ReadingMessage): void => void process.send?.(message);
const ocr = new Ocr();
try {
  const order = readingOrderOf(process.argv[2]);
  const read = await readFileAs({
    ...order,
    ocr,
    onProgress: (progress) => tell({ kind: 'progress', ...progress }),
    onStep: () => tell({ kind: 'alive' }),
    keepPicture: async (page, png) => {
      const picture = sharp(png)
        .resize({ width: SHOWN_WIDTH, withoutEnlargement: true })
        .jpeg({ quality: 75 });
      await picture.toFile(join(order.folder, pictureFile(page)));
    },
  });
  await writeFile(join(order.folder, RESULT_FILE), JSON.stringify(read), { mode: 0o600 });
} catch (error) {
  if (!(error instanceof ReadingFailure)) throw error;
  tell({ kind: 'failure', sentence: error.message });
} finally {
  await ocr.close();
}
// Parsers in native code leave threads behind that would keep it alive.
process.disconnect?.();
process.exit(0);
