import { createHash } from 'node:crypto';
import type { ImportedFileKind } from '@clearwatch/contracts/imports.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { contentKindOf, importedKindOf } from './content-kind.ts';
import { HEAD_BYTES } from './file-kind.ts';
import type { UploadStore } from './upload-store.ts';
import { WriteBehind } from './write-behind.ts';

export interface SavedFile {
  temporaryPath: string;
  /** SHA-256, hex. */
  digest: string;
  size: number;
  /** Null for a file that begins with nothing but blanks. */
  fileKind: ImportedFileKind | null;
}

/**
 * Writes a stream to a temporary file while hashing and counting, and looks at its first bytes as soon as they are
 * there, so that a wrong file is refused before it is read to its end. On any failure the temporary file is gone.
 * @throws AppError `unprocessable` for an empty file, `unsupported_media_type` for anything but JSON, CSV and NACHA
 */
export async function saveFile(
  stream: AsyncIterable<Buffer>,
  options: { store: UploadStore; fileName: string },
): Promise<SavedFile> {
  const { store, fileName } = options;
  const { path, handle } = await store.openTemporary();
  const file = new WriteBehind(handle);
  try {
    const copied = await copyTo(file, stream, fileName);
    await file.sync();
    await handle.close();
    return { temporaryPath: path, ...copied };
  } catch (error) {
    await file.settled();
    await handle.close().catch(() => undefined);
    await store.discard(path);
    throw error;
  }
}

async function copyTo(
  file: WriteBehind,
  stream: AsyncIterable<Buffer>,
  fileName: string,
): Promise<Omit<SavedFile, 'temporaryPath'>> {
  const hash = createHash('sha256');
  let size = 0;
  let fileKind: ImportedFileKind | null = null;
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of stream) {
    if (head !== null) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= HEAD_BYTES) {
        fileKind = acceptedKind(head, fileName);
        head = null;
      }
    }
    hash.update(chunk);
    size += chunk.length;
    await file.write(chunk);
  }
  if (head !== null) fileKind = acceptedKind(head, fileName);
  return { digest: hash.digest('hex'), size, fileKind };
}

function acceptedKind(head: Buffer, fileName: string): ImportedFileKind | null {
  const content = contentKindOf(head);
  const fileKind = importedKindOf(content);
  if (fileKind !== null || (content.kind === 'empty' && head.length >= HEAD_BYTES)) return fileKind;
  if (content.kind === 'empty') throw new AppError('unprocessable', `The file ${fileName} is empty.`);
  throw new AppError(
    'unsupported_media_type',
    `The file ${fileName} is ${content.description}. Please select a JSON, CSV or NACHA file of transactions.`,
  );
}
