import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { ImportedFileKind } from '@clearwatch/contracts/imports.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import createParser, { type Busboy } from 'busboy';
import { detectContentKind, HEAD_BYTES, importedKindOf } from './file-kind.ts';
import type { UploadStore } from './upload-store.ts';

const MAX_FILE_NAME_LENGTH = 255;
const UNNAMED_FILE = 'unnamed';

/**
 * A file's name as it is stored and shown: the last part of its path, without control characters and without the
 * invisible ones that turn text around (a name must not read `gpj.exe` backwards), 255 characters at most. It is data,
 * never part of a path.
 */
export function cleanFileName(name: string | undefined): string {
  const lastPart = (name ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const visible = lastPart.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const short = Array.from(visible).slice(0, MAX_FILE_NAME_LENGTH).join('');
  return short === '' || short === '.' || short === '..' ? UNNAMED_FILE : short;
}

/** A nearly full disk writes a part of a chunk before it says so. */
export async function writeFully(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, offset);
    offset += bytesWritten;
  }
}

/** So much may be written before the disk is asked to keep it. */
const SYNC_INTERVAL_BYTES = 32 * 1024 ** 2;

/**
 * Writes one chunk while its caller fetches the next, and has the disk keep what is written while more comes: whoever waits for
 * the end of a large file does not wait for all of it to reach the disk.
 */
export class WriteBehind {
  private writing: Promise<void> = Promise.resolve();
  private syncing: Promise<void> | null = null;
  private unsynced = 0;

  constructor(private readonly handle: FileHandle) {}

  /** @throws the error of the chunk before */
  async write(chunk: Buffer): Promise<void> {
    await this.writing;
    this.writing = ignoreRejectionUntilAwaited(writeFully(this.handle, chunk));
    this.unsynced += chunk.length;
    if (this.unsynced < SYNC_INTERVAL_BYTES) return;
    this.unsynced = 0;
    await this.syncing;
    this.syncing = ignoreRejectionUntilAwaited(this.handle.datasync());
  }

  /** When everything is on the disk. */
  async sync(): Promise<void> {
    await this.writing;
    // The disk tells of a failure once only.
    await this.syncing;
    await this.handle.sync();
  }

  /** When nothing is under way any more, whatever has become of it. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.writing, this.syncing]);
  }
}

/** Is waited for later: until then its failure is nobody's, which would end the process. */
function ignoreRejectionUntilAwaited(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

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
  const content = detectContentKind(head);
  const fileKind = importedKindOf(content);
  if (fileKind !== null || (content.kind === 'empty' && head.length >= HEAD_BYTES)) return fileKind;
  if (content.kind === 'empty') throw new AppError('unprocessable', `The file ${fileName} is empty.`);
  throw new AppError(
    'unsupported_media_type',
    `The file ${fileName} is ${content.description}. Please select a JSON, CSV or NACHA file of transactions.`,
  );
}

/** The one field of the form. */
const FILE_FIELD = 'file';

export interface ReceivedUpload extends SavedFile {
  fileName: string;
}

/**
 * Takes exactly one file out of a multipart request, streaming. Whatever goes wrong, no temporary file is left.
 * @throws AppError with the reason in plain words
 */
export async function receiveUpload(options: {
  request: IncomingMessage;
  store: UploadStore;
  maxBytes: number;
}): Promise<ReceivedUpload> {
  const { request, store, maxBytes } = options;
  const parser = parserFor(request, maxBytes);
  let saving: Promise<ReceivedUpload> | undefined;
  const save = async (stream: Readable, name: string | undefined): Promise<ReceivedUpload> => {
    const fileName = cleanFileName(name);
    return { ...(await saveFile(stream, { store, fileName })), fileName };
  };
  try {
    await parseUpload(request, parser, (part, refuse) => {
      if (part.field !== FILE_FIELD || saving !== undefined) {
        refuse(new AppError('bad_request', `Send exactly one file, in the field "${FILE_FIELD}".`));
        return;
      }
      part.stream.once('limit', () => refuse(uploadTooLarge(maxBytes)));
      saving = save(part.stream, part.name);
      saving.catch(refuse);
    });
    if (saving === undefined)
      throw new AppError('bad_request', `Choose a file and send it in the field "${FILE_FIELD}".`);
    return await saving;
  } catch (error) {
    await discardFailedUpload(saving, store);
    throw error;
  }
}

interface FilePart {
  field: string;
  name: string | undefined;
  stream: Readable;
}

/**
 * Runs the request through the parser until its end or the first refusal. A refused request is read on and thrown
 * away, so that its sender sees the answer instead of a broken connection.
 */
function parseUpload(
  request: IncomingMessage,
  parser: Busboy,
  onFile: (part: FilePart, refuse: (error: Error) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => {
      reject(error);
      request.unpipe(parser);
      request.resume();
      parser.destroy();
    };
    parser.on('file', (field, stream, { filename }) => {
      // A stream that is cut off says so here as well as to its reader; unheard it would end the process.
      stream.on('error', () => undefined);
      onFile({ field, name: filename, stream }, refuse);
    });
    for (const event of ['field', 'filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
      parser.on(event, () => {
        refuse(new AppError('bad_request', `Send exactly one file, in the field "${FILE_FIELD}".`));
      });
    }
    parser.on('error', () => {
      refuse(new AppError('bad_request', 'The upload is incomplete or malformed. Please send it again.'));
    });
    parser.on('close', () => resolve());
    request.once('close', () => {
      if (!request.complete) refuse(new AppError('bad_request', 'The upload was interrupted.'));
    });
    request.pipe(parser);
  });
}

function parserFor(request: IncomingMessage, maxBytes: number): Busboy {
  try {
    return createParser({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fields: 0, parts: 2, fileSize: maxBytes, headerPairs: 32 },
    });
  } catch {
    throw new AppError(
      'unsupported_media_type',
      `Send the file as multipart/form-data in the field "${FILE_FIELD}".`,
    );
  }
}

/** A file that failed has cleaned up after itself; the reason that came first is the one to tell. */
async function discardFailedUpload(
  saving: Promise<SavedFile> | undefined,
  store: UploadStore,
): Promise<void> {
  const saved = await saving?.catch(() => null);
  if (saved !== null && saved !== undefined) await store.discard(saved.temporaryPath);
}

function uploadTooLarge(maxBytes: number): AppError {
  const megabytes = (maxBytes / 1024 ** 2).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return new AppError(
    'payload_too_large',
    `The file is larger than ${megabytes} MB, the most one upload may hold. Split it and upload the parts.`,
  );
}
