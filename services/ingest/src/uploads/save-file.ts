import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { fileKindOf, HEAD_BYTES } from './file-kind.ts';
import type { UploadStore } from './upload-store.ts';

export interface SavedFile {
  temporaryPath: string;
  /** SHA-256, hex. */
  digest: string;
  size: number;
}

/**
 * Writes a stream to a temporary file while hashing and counting, and looks at its first bytes as soon as they are
 * there, so that a wrong file is refused before it is read to its end. On any failure the temporary file is gone.
 * @throws AppError `unprocessable` for an empty file, `unsupported_media_type` for anything but JSON and NACHA
 */
export async function saveFile(
  stream: AsyncIterable<Buffer>,
  options: { store: UploadStore; fileName: string },
): Promise<SavedFile> {
  const { store, fileName } = options;
  const { path, handle } = await store.openTemporary();
  try {
    const { digest, size } = await copyTo(handle, stream, fileName);
    await handle.sync();
    await handle.close();
    return { temporaryPath: path, digest, size };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await store.discard(path);
    throw error;
  }
}

async function copyTo(handle: FileHandle, stream: AsyncIterable<Buffer>, fileName: string) {
  const hash = createHash('sha256');
  let size = 0;
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of stream) {
    if (head !== null) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= HEAD_BYTES) {
        refuseWrongKind(head, fileName);
        head = null;
      }
    }
    hash.update(chunk);
    size += chunk.length;
    await writeWhole(handle, chunk);
  }
  if (head !== null) refuseWrongKind(head, fileName);
  return { digest: hash.digest('hex'), size };
}

/** A nearly full disk writes a part of a chunk before it says so. */
async function writeWhole(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, offset);
    offset += bytesWritten;
  }
}

function refuseWrongKind(head: Buffer, fileName: string): void {
  const { kind, description } = fileKindOf(head);
  if (kind === 'json' || kind === 'nacha' || (kind === 'empty' && head.length >= HEAD_BYTES)) return;
  if (kind === 'empty') throw new AppError('unprocessable', `The file ${fileName} is empty.`);
  throw new AppError(
    'unsupported_media_type',
    `The file ${fileName} is ${description}. Please select a JSON or NACHA file of transactions.`,
  );
}
