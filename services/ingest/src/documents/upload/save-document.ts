import { createHash } from 'node:crypto';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { UploadStore } from '../../uploads/upload-store.ts';
import { writeWhole } from '../../uploads/write-whole.ts';
import { DOCUMENT_HEAD_BYTES, documentTypeOf } from '../reading/document-type.ts';

/** A document of a hundred scanned pages; a larger one is no document. */
export const MOST_DOCUMENT_BYTES = 50 * 1024 ** 2;

export interface SavedDocument {
  temporaryPath: string;
  /** SHA-256, hex. */
  digest: string;
  size: number;
  type: DocumentType;
}

/**
 * Writes one document to a temporary file while hashing, and knows it by its first bytes. On any failure the file is gone.
 * @throws AppError with the sentence for the file's line on the screen
 */
export async function saveDocument(
  stream: AsyncIterable<Buffer> & { truncated?: boolean },
  { store, fileName }: { store: UploadStore; fileName: string },
): Promise<SavedDocument> {
  const { path, handle } = await store.openTemporary();
  try {
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    for await (const chunk of stream) {
      if (head.length < DOCUMENT_HEAD_BYTES)
        head = Buffer.concat([head, chunk]).subarray(0, DOCUMENT_HEAD_BYTES);
      hash.update(chunk);
      size += chunk.length;
      await writeWhole(handle, chunk);
    }
    const type = checked(fileName, { size, head, isCut: stream.truncated === true });
    await handle.sync();
    await handle.close();
    return { temporaryPath: path, digest: hash.digest('hex'), size, type };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await store.discard(path);
    throw error;
  }
}

function checked(
  fileName: string,
  { size, head, isCut }: { size: number; head: Buffer; isCut: boolean },
): DocumentType {
  if (isCut)
    throw new AppError(
      'payload_too_large',
      `${fileName} is larger than ${MOST_DOCUMENT_BYTES / 1024 ** 2} MB, the most a document may have. Split it.`,
    );
  if (size === 0) throw new AppError('unprocessable', `${fileName} is empty.`);
  const type = documentTypeOf(head);
  if (type === null)
    throw new AppError(
      'unsupported_media_type',
      `${fileName} is not a supported file type. Supported types: PDF, DOCX, TXT, JPEG, PNG, WebP, TIFF.`,
    );
  return type;
}
