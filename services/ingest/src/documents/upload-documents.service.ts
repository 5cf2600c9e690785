import type { IncomingMessage } from 'node:http';
import type { BulkUploadResponse, UploadedDocument } from '@clearwatch/contracts/documents.dto';
import { EXTRACT_DOCUMENT } from '@clearwatch/contracts/jobs.dto';
import { type DocumentType, MAX_DOCUMENTS_PER_UPLOAD } from '@clearwatch/contracts/upload-limits';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull } from 'typeorm';
import { IngestEnvironment } from '../ingest-environment.ts';
import { receiveFiles, saveStream } from '../uploads/save-upload.ts';
import { LOCK_FILES_SHARED, UploadStore } from '../uploads/upload-store.ts';
import { documentAuditEvent, ParseJobEntity } from './parse-job.entity.ts';

/** Enough to detect the type. */
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
/** PDF readers accept this many bytes before the signature. */
const PDF_HEADER_WITHIN_BYTES = 1_024;

/**
 * The type according to the first bytes, because names and declared types can be wrong. A ZIP archive is treated as
 * DOCX; its reader checks that.
 */
export function detectDocumentType(head: Buffer): DocumentType | null {
  const known = SIGNATURES.find(({ bytes, at = 0 }) => bytes.every((byte, index) => head[at + index] === byte));
  if (known !== undefined) return known.type;
  if (ZIP.every((byte, index) => head[index] === byte))
    return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  if (head.subarray(0, PDF_HEADER_WITHIN_BYTES).includes('%PDF-')) return 'application/pdf';
  return isText(head) ? 'text/plain' : null;
}

/** Text contains no control characters except line ends, tabs, form feeds and escapes. */
function isText(head: Buffer): boolean {
  if (head.length === 0) return false;
  return head.every((byte) => byte >= 0x20 || [0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}

/** About a hundred scanned pages. */
const MAX_DOCUMENT_BYTES = 50 * 1024 ** 2;

type SavedDocument = Awaited<ReturnType<typeof saveDocument>>;

async function saveDocument(
  stream: AsyncIterable<Buffer> & { truncated?: boolean },
  { store, fileName }: { store: UploadStore; fileName: string },
) {
  const { inspected, ...saved } = await saveStream(stream, {
    store,
    headBytes: DOCUMENT_HEAD_BYTES,
    inspect: (head, whole) => {
      if (whole === null) return;
      return checkDocument(fileName, { size: whole.size, head, isTruncated: stream.truncated === true });
    },
  });
  if (inspected === undefined) throw new Error('The document was not inspected');
  return { ...saved, fileName, type: inspected };
}

function checkDocument(
  fileName: string,
  { size, head, isTruncated }: { size: number; head: Buffer; isTruncated: boolean },
): DocumentType {
  if (isTruncated)
    throw new AppError(
      'payload_too_large',
      `${fileName} is larger than ${MAX_DOCUMENT_BYTES / 1024 ** 2} MB, the limit for a document. Split it and upload the parts.`,
    );
  if (size === 0) throw new AppError('unprocessable', `${fileName} is empty.`);
  const type = detectDocumentType(head.subarray(0, DOCUMENT_HEAD_BYTES));
  if (type === null)
    throw new AppError(
      'unsupported_media_type',
      `${fileName} is not a supported file type. Supported types: PDF, DOCX, TXT, JPEG, PNG, WebP, TIFF.`,
    );
  return type;
}

const FILES_FIELD = 'files';

type ReceivedDocument = SavedDocument | { fileName: string; refusal: string };

/** An unsupported file does not affect the others. After a request error, no file is stored. */
function receiveDocuments(request: IncomingMessage, store: UploadStore): Promise<ReceivedDocument[]> {
  return receiveFiles<ReceivedDocument>(request, {
    store,
    field: FILES_FIELD,
    maxFiles: MAX_DOCUMENTS_PER_UPLOAD,
    maxBytes: MAX_DOCUMENT_BYTES,
    texts: {
      notMultipart: `Send the documents as multipart/form-data in the field "${FILES_FIELD}".`,
      otherField: `Send the documents in the field "${FILES_FIELD}".`,
      tooManyFiles: `You can upload a maximum of ${MAX_DOCUMENTS_PER_UPLOAD} files at once.`,
      notFiles: `Send only documents, in the field "${FILES_FIELD}".`,
      noFile: 'Please select documents to upload and extract.',
    },
    save: ({ fileName, stream }) =>
      saveDocument(stream, { store, fileName }).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.kind !== 'user') throw error;
        stream.resume();
        return { fileName, refusal: error.message };
      }),
  });
}

@Injectable()
export class UploadDocumentsService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
    private readonly producer: JobProducer,
  ) {}

  async upload(actor: Actor, request: IncomingMessage): Promise<BulkUploadResponse> {
    const received = await receiveDocuments(request, this.store);
    const jobs: UploadedDocument[] = [];
    for (const document of received) jobs.push(await this.#begin(actor, document));
    const successfulUploads = jobs.filter(({ status }) => status === 'success').length;
    return { successfulUploads, failedUploads: jobs.length - successfulUploads, jobs };
  }

  async #begin(actor: Actor, document: ReceivedDocument): Promise<UploadedDocument> {
    const { fileName: filename } = document;
    if ('refusal' in document) return { filename, status: 'error', jobId: null, error: document.refusal };
    try {
      const { id, jobId } = await this.#record(actor, document);
      const unread = { uploadedBy: actor.userId ?? IsNull(), status: In(['pending', 'processing']) };
      const priority = await this.database.manager.countBy(ParseJobEntity, unread);
      await this.producer.tryEnqueue(EXTRACT_DOCUMENT, { parseJobId: id }, { priority });
      return { filename, status: 'success', jobId, error: null };
    } catch (error) {
      await this.store.discard(document.temporaryPath);
      throw error;
    }
  }

  /** Records a document and moves its file to its final place: both or neither. */
  async #record(actor: Actor, document: SavedDocument): Promise<ParseJobEntity> {
    const { temporaryPath, fileName, digest, size: fileSize, type: mimeType } = document;
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK_FILES_SHARED);
      const row = manager.create(ParseJobEntity, {
        fileName: digest,
        originalFileName: fileName,
        fileSize,
        mimeType,
        extractor: this.environment.LLAMA_CLOUD_API_KEY === undefined ? 'local' : 'llama_cloud',
        uploadedBy: actor.userId,
        uploadedByName: actor.username,
      });
      await manager.insert(ParseJobEntity, row);
      const which = { parseJobId: row.id, fileName };
      const event = documentAuditEvent('document.received', which, { fileSize, digest });
      await this.trail.record(actor, event, manager);
      await this.store.keep(temporaryPath, digest);
      return row;
    });
  }
}
