import { ImportFileError } from './import-file-error.ts';

/** Bytes that must be there before the encoding can be told. */
export const ENCODING_BYTES = 4;

/**
 * Length of the UTF-8 byte order mark at the beginning of a file, 0 without one.
 *
 * @throws ImportFileError for UTF-16 and UTF-32, told by their marks or by the zero bytes around the first bracket
 */
export function byteOrderMarkLength(beginning: Buffer): number {
  const [first, second, third] = beginning;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const hasZeroBytes = beginning.length > 1 && (first === 0) !== (second === 0);
  if (isMarked || hasZeroBytes || (first === 0 && second === 0 && third === 0xfe)) {
    throw new ImportFileError({
      code: 'wrong_encoding',
      line: 1,
      message: 'the file is written in UTF-16 or UTF-32. Export or save it again as UTF-8.',
    });
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}
