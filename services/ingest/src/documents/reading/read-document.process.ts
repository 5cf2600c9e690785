import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DocumentLayout } from '@clearwatch/domain/documents/document-layout';
import sharp from 'sharp';
import { readDocumentFile } from './document-reader.ts';
import { Ocr } from './ocr.ts';
import {
  LAYOUTS_FILE,
  parseReadingRequest,
  pictureFile,
  RESULT_FILE,
  ReadingFailure,
  type ReadingMessage,
  WORDS_FILE,
} from './reading-protocol.ts';

/*
 * Reads one uploaded document and ends. Untrusted bytes are parsed only here: the process cannot access a database,
 * keys or other files, and its parent kills it if it takes too long or uses too much memory.
 */

/** Makes six-point print readable on a screen. */
const PREVIEW_WIDTH = 1_500;

// The parent has ended, so nothing enforces the time and memory limits.
process.once('disconnect', () => process.exit(1));

const sendMessage = (message: ReadingMessage): void => void process.send?.(message);
const ocr = new Ocr();
try {
  const request = parseReadingRequest(process.argv[2]);
  const layoutsFile = join(request.folder, LAYOUTS_FILE);
  const read = await readDocumentFile({
    ...request,
    // The parent parsed them.
    layouts: existsSync(layoutsFile) ? (JSON.parse(await readFile(layoutsFile, 'utf8')) as DocumentLayout[]) : [],
    ocr,
    onProgress: (progress) => sendMessage({ kind: 'progress', ...progress }),
    onStep: () => sendMessage({ kind: 'alive' }),
    keepPicture: async (page, png) => {
      const picture = sharp(png).resize({ width: PREVIEW_WIDTH, withoutEnlargement: true }).jpeg({ quality: 75 });
      await picture.toFile(join(request.folder, pictureFile(page)));
    },
    keepWords: (pages) => writeFile(join(request.folder, WORDS_FILE), gzipSync(JSON.stringify(pages)), { mode: 0o600 }),
  });
  await writeFile(join(request.folder, RESULT_FILE), JSON.stringify(read), { mode: 0o600 });
} catch (error) {
  if (!(error instanceof ReadingFailure)) throw error;
  sendMessage({ kind: 'failure', sentence: error.message });
} finally {
  await ocr.close();
}
// Threads of native parsers would keep the process alive.
process.disconnect?.();
process.exit(0);
