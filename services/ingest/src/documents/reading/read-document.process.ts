import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { readDocumentFile } from './document-reader.ts';
import { Ocr } from './ocr.ts';
import {
  formatProgress,
  parseReadingRequest,
  ReadingFailure,
  sendFailure,
  sendMessage,
  sendPicture,
} from './reading-protocol.ts';

/*
 * Reads one uploaded document and ends. Untrusted bytes are parsed only here: the process can access only its code and
 * the document, and its parent kills it if it takes too long or uses too much memory.
 */

/** Makes six-point print readable on a screen. */
const PREVIEW_WIDTH = 1_500;
const STANDARD_INPUT = 0;

const ocr = new Ocr();
try {
  const read = await readDocumentFile({
    ...parseReadingRequest(readFileSync(STANDARD_INPUT, 'utf8')),
    ocr,
    onProgress: (progress) => sendMessage('progress', formatProgress(progress)),
    onStep: () => sendMessage('alive'),
    keepPicture: async (page, png) => {
      const picture = sharp(png).resize({ width: PREVIEW_WIDTH, withoutEnlargement: true }).jpeg({ quality: 75 });
      sendPicture(page, await picture.toBuffer());
    },
    keepWords: async (pages) => sendMessage('words', JSON.stringify(pages)),
  });
  sendMessage('result', JSON.stringify(read));
} catch (error) {
  if (!(error instanceof ReadingFailure)) throw error;
  sendFailure(error.message);
} finally {
  await ocr.close();
}
// Threads of WebAssembly would keep the process alive.
process.exit(0);
