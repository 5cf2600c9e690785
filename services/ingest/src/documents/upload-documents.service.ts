import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { BulkUploadResponse, Extractor, UploadedDocument } from '@clearwatch/contracts/documents.dto';
import { EXTRACT_DOCUMENT } from '@clearwatch/contracts/jobs.dto';
import { type DocumentType, MAX_DOCUMENTS_PER_UPLOAD } from '@clearwatch/contracts/upload-limits';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Inject, Injectable } from '@nestjs/common';
import createParser, { type Busboy } from 'busboy';
import { IngestEnvironment } from '../ingest-environment.ts';
import { cleanFileName, writeFully } from '../uploads/save-upload.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { ParseJobsRepository } from './parse-jobs.repository.ts';

/** So many first bytes are enough to tell. */
const DOCUMENT_HEAD_BYTES = 4_096;

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const SIGNATURES: readonly { type: DocumentType; bytes: readonly number[]; at?: number }[] = [
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/tiff', bytes: [0x49, 0x49, 0x2a, 0x00] },
  { type: 'image/tiff', bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { type: 'image/webp', bytes: [0x57, 0x45, 0x42, 0x50], at: 8 },
];
/** Readers of PDF accept so much before the signature. */
const PDF_HEADER_WITHIN_BYTES = 1_024;

/**
 * What a document is by its first bytes; names and declared types are hearsay. A ZIP archive is taken for DOCX, which its reader
 * checks. Null for what no extractor reads.
 */
export function detectDocumentType(head: Buffer): DocumentType | null {
  const known = SIGNATURES.find(({ bytes, at = 0 }) =>
    bytes.every((byte, index) => head[at + index] === byte),
  );
  if (known !== undefined) return known.type;
  if (ZIP.every((byte, index) => head[index] === byte))
    return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  if (head.subarray(0, PDF_HEADER_WITHIN_BYTES).includes('%PDF-')) return 'application/pdf';
  return isText(head) ? 'text/plain' : null;
}

/** Control characters but line ends, tabs, form feeds and escapes are in no text. */
function isText(head: Buffer): boolean {
  if (head.length === 0) return false;
  return head.every((byte) => byte >= 0x20 || [0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}

/** A document of a hundred scanned pages; a larger one is no document. */
const MAX_DOCUMENT_BYTES = 50 * 1024 ** 2;

interface SavedDocument {
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
async function saveDocument(
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
      await writeFully(handle, chunk);
    }
    const type = checkDocument(fileName, { size, head, isCut: stream.truncated === true });
    await handle.sync();
    await handle.close();
    return { temporaryPath: path, digest: hash.digest('hex'), size, type };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await store.discard(path);
    throw error;
  }
}

function checkDocument(
  fileName: string,
  { size, head, isCut }: { size: number; head: Buffer; isCut: boolean },
): DocumentType {
  if (isCut)
    throw new AppError(
      'payload_too_large',
      `${fileName} is larger than ${MAX_DOCUMENT_BYTES / 1024 ** 2} MB, the most a document may have. Split it.`,
    );
  if (size === 0) throw new AppError('unprocessable', `${fileName} is empty.`);
  const type = detectDocumentType(head);
  if (type === null)
    throw new AppError(
      'unsupported_media_type',
      `${fileName} is not a supported file type. Supported types: PDF, DOCX, TXT, JPEG, PNG, WebP, TIFF.`,
    );
  return type;
}

/** The one field of the form, repeated. */
const FILES_FIELD = 'files';

/** A file of the upload: saved, or refused with a reason. */
type ReceivedDocument = { fileName: string } & ({ saved: SavedDocument } | { refusal: string });

/**
 * Takes all documents out of a multipart request, streaming, one after another. A file that is no document fails by itself; what
 * is wrong with the request fails all of them, and then nothing is left behind.
 * @throws AppError with the reason in plain words
 */
async function receiveDocuments(request: IncomingMessage, store: UploadStore): Promise<ReceivedDocument[]> {
  const parser = documentParser(request);
  const received: Promise<ReceivedDocument>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (message: string): void => {
        reject(new AppError('bad_request', message));
        request.unpipe(parser);
        request.resume();
        parser.destroy();
      };
      parser.on('file', (field, stream, { filename }) => {
        // Unheard, a stream that is cut off would end the process; its reader hears it as well.
        stream.on('error', () => undefined);
        if (field !== FILES_FIELD) return refuse(`Send the documents in the field "${FILES_FIELD}".`);
        const fileName = cleanFileName(filename);
        const saving = saveDocument(stream, { store, fileName }).then(
          (saved): ReceivedDocument => ({ fileName, saved }),
          (error: unknown): ReceivedDocument => {
            if (!(error instanceof AppError) || error.kind !== 'user') throw error;
            stream.resume();
            return { fileName, refusal: error.message };
          },
        );
        saving.catch(reject);
        received.push(saving);
      });
      parser.on('filesLimit', () =>
        refuse(`You can upload a maximum of ${MAX_DOCUMENTS_PER_UPLOAD} files at once.`),
      );
      for (const event of ['field', 'fieldsLimit', 'partsLimit'] as const)
        parser.on(event, () => refuse(`Send nothing but documents, in the field "${FILES_FIELD}".`));
      parser.on('error', () => refuse('The upload is incomplete or malformed. Please send it again.'));
      parser.on('close', () => resolve());
      request.once('close', () => {
        if (!request.complete) refuse('The upload was interrupted.');
      });
      request.pipe(parser);
    });
    const documents = await Promise.all(received);
    if (documents.length === 0)
      throw new AppError('bad_request', 'Please select documents to upload and extract.');
    return documents;
  } catch (error) {
    for (const outcome of await Promise.allSettled(received))
      if (outcome.status === 'fulfilled' && 'saved' in outcome.value)
        await store.discard(outcome.value.saved.temporaryPath);
    throw error;
  }
}

function documentParser(request: IncomingMessage): Busboy {
  try {
    return createParser({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: {
        files: MAX_DOCUMENTS_PER_UPLOAD,
        fields: 0,
        parts: MAX_DOCUMENTS_PER_UPLOAD + 1,
        fileSize: MAX_DOCUMENT_BYTES,
        headerPairs: 32,
      },
    });
  } catch {
    throw new AppError(
      'unsupported_media_type',
      `Send the documents as multipart/form-data in the field "${FILES_FIELD}".`,
    );
  }
}

/** Takes documents in, one job for each. A file that is refused does not take the others along. */
@Injectable()
export class UploadDocumentsService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly repository: ParseJobsRepository,
    private readonly producer: JobProducer,
  ) {}

  #extractor(): Extractor {
    return this.environment.LLAMA_CLOUD_API_KEY === undefined ? 'local' : 'llama_cloud';
  }

  async upload(actor: Actor, request: IncomingMessage): Promise<BulkUploadResponse> {
    const received = await receiveDocuments(request, this.store);
    const jobs: UploadedDocument[] = [];
    for (const document of received) jobs.push(await this.#begin(actor, document));
    const successfulUploads = jobs.filter(({ status }) => status === 'success').length;
    return { successfulUploads, failedUploads: jobs.length - successfulUploads, jobs };
  }

  async #begin(actor: Actor, document: ReceivedDocument): Promise<UploadedDocument> {
    const { fileName } = document;
    if ('refusal' in document)
      return { filename: fileName, status: 'error', jobId: null, error: document.refusal };
    const { temporaryPath, digest, size, type } = document.saved;
    try {
      const { id, jobId } = await this.repository.record(
        actor,
        { originalFileName: fileName, digest, size, type },
        { extractor: this.#extractor(), keep: () => this.store.keep(temporaryPath, digest) },
      );
      await this.producer.tryEnqueue(EXTRACT_DOCUMENT, { parseJobId: id });
      return { filename: fileName, status: 'success', jobId, error: null };
    } catch (error) {
      await this.store.discard(temporaryPath);
      throw error;
    }
  }
}
