import type { FileHandle } from 'node:fs/promises';
import { fileKindOf, HEAD_BYTES } from '../uploads/file-kind.ts';
import type { CopyTextOf } from './copy-text-of.ts';
import { jsonCopyTextOf } from './json-copy-text-of.ts';
import { nachaCopyTextOf } from './nacha-copy-text-of.ts';

/** The reader for a stored file, by its first bytes. What is not NACHA is read as JSON, which says what is wrong with it. */
export async function readerFor(file: FileHandle): Promise<CopyTextOf> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return fileKindOf(buffer.subarray(0, bytesRead)).kind === 'nacha' ? nachaCopyTextOf : jsonCopyTextOf;
}
