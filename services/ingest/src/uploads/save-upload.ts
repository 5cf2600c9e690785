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
 * A file name as it is stored and shown: the last part of its path, at most 255 characters, without control characters
 * and without the invisible ones that reverse text (`gpj.exe` must not look like a picture). It is data, never part of
 * a path.
 */
export function cleanFileName(name: string | undefined): string {
  const lastPart = (name ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const visible = lastPart.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const short = Array.from(visible).slice(0, MAX_FILE_NAME_LENGTH).join('');
  return short === '' || short === '.' || short === '..' ? UNNAMED_FILE : short;
}

const SYNC_INTERVAL_BYTES = 32 * 1024 ** 2;

/**
 * Writes and syncs while more data arrives, so that at the end of a large file only the last part has to reach the
 * disk.
 */
export class WriteBehind {
  private writing: Promise<void> = Promise.resolve();
  private syncing: Promise<void> | null = null;
  private unsynced = 0;

  constructor(private readonly handle: FileHandle) {}

  /** @throws the error from the previous chunk */
  async write(chunk: Buffer): Promise<void> {
    await this.writing;
    this.writing = awaitedLater(this.writeFully(chunk));
    this.unsynced += chunk.length;
    if (this.unsynced < SYNC_INTERVAL_BYTES) return;
    this.unsynced = 0;
    await this.syncing;
    this.syncing = awaitedLater(this.handle.datasync());
  }

  async sync(): Promise<void> {
    await this.writing;
    // The operating system reports a failed sync only once.
    await this.syncing;
    await this.handle.sync();
  }

  async settled(): Promise<void> {
    await Promise.allSettled([this.writing, this.syncing]);
  }

  /** On a nearly full disk, a write may store only part of a chunk; the next one fails. */
  private async writeFully(chunk: Buffer): Promise<void> {
    for (let offset = 0; offset < chunk.length; ) offset += (await this.handle.write(chunk, offset)).bytesWritten;
  }
}

/** Otherwise, a failure before the promise is awaited would end the process. */
function awaitedLater(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

interface SavedBytes {
  temporaryPath: string;
  /** SHA-256, hex. */
  digest: string;
  size: number;
}

/**
 * @param options.inspect is called when `headBytes` have arrived and, if it returned nothing, at the end; it throws to
 * reject the file
 */
export async function saveStream<T>(
  stream: AsyncIterable<Buffer>,
  options: {
    store: UploadStore;
    headBytes: number;
    inspect: (head: Buffer, whole: { size: number } | null) => T | undefined;
  },
): Promise<SavedBytes & { inspected: T | undefined }> {
  const { store, headBytes, inspect } = options;
  const { path, handle } = await store.openTemporary();
  const file = new WriteBehind(handle);
  try {
    const hash = createHash('sha256');
    let size = 0;
    let inspected: T | undefined;
    let head = Buffer.alloc(0);
    for await (const chunk of stream) {
      if (head.length < headBytes) {
        head = Buffer.concat([head, chunk]);
        if (head.length >= headBytes) inspected = inspect(head, null);
      }
      hash.update(chunk);
      size += chunk.length;
      await file.write(chunk);
    }
    if (inspected === undefined) inspected = inspect(head, { size });
    await file.sync();
    await handle.close();
    return { temporaryPath: path, digest: hash.digest('hex'), size, inspected };
  } catch (error) {
    await file.settled();
    await handle.close().catch(() => undefined);
    await store.discard(path);
    throw error;
  }
}

export interface SavedFile extends SavedBytes {
  fileName: string;
  /** Null if the file begins with a kilobyte of whitespace. */
  fileKind: ImportedFileKind | null;
}

/** Saves a transaction file. A file of the wrong kind is rejected before it is read to its end. */
export async function saveFile(
  stream: AsyncIterable<Buffer>,
  { store, fileName }: { store: UploadStore; fileName: string },
): Promise<SavedFile> {
  const inspect = (head: Buffer) => ({ fileKind: acceptedKind(head, fileName) });
  const { inspected, ...saved } = await saveStream(stream, { store, headBytes: HEAD_BYTES, inspect });
  return { ...saved, fileName, fileKind: inspected?.fileKind ?? null };
}

function acceptedKind(head: Buffer, fileName: string): ImportedFileKind | null {
  const content = detectContentKind(head);
  const fileKind = importedKindOf(content);
  if (fileKind !== null || (content.kind === 'empty' && head.length >= HEAD_BYTES)) return fileKind;
  if (content.kind === 'empty') throw new AppError('unprocessable', `The file ${fileName} is empty.`);
  throw new AppError(
    'unsupported_media_type',
    `The file ${fileName} is ${content.description}. Please select a JSON, CSV or NACHA file with transactions.`,
  );
}

const FILE_FIELD = 'file';
const NOT_ONE_FILE = `Send exactly one file, in the field "${FILE_FIELD}".`;

export async function receiveUpload(options: {
  request: IncomingMessage;
  store: UploadStore;
  maxBytes: number;
}): Promise<SavedFile> {
  const { request, store, maxBytes } = options;
  const [file] = await receiveFiles(request, {
    store,
    field: FILE_FIELD,
    maxFiles: 1,
    maxBytes,
    texts: {
      notMultipart: `Send the file as multipart/form-data in the field "${FILE_FIELD}".`,
      otherField: NOT_ONE_FILE,
      tooManyFiles: NOT_ONE_FILE,
      notFiles: NOT_ONE_FILE,
      noFile: `Choose a file and send it in the field "${FILE_FIELD}".`,
    },
    save: ({ fileName, stream }, refuse) => {
      stream.once('limit', () => refuse(uploadTooLarge(maxBytes)));
      return saveFile(stream, { store, fileName });
    },
  });
  return file;
}

interface FilesForm<T> {
  store: UploadStore;
  field: string;
  maxFiles: number;
  maxBytes: number;
  texts: Record<'notMultipart' | 'otherField' | 'tooManyFiles' | 'notFiles' | 'noFile', string>;
  save: (
    part: { fileName: string; stream: Readable & { truncated?: boolean } },
    refuse: (error: Error) => void,
  ) => Promise<T>;
}

/** Saves the files in a multipart request, which must contain at least one. On failure no temporary file is left. */
export async function receiveFiles<T extends object>(
  request: IncomingMessage,
  form: FilesForm<T>,
): Promise<[T, ...T[]]> {
  const saving: Promise<T>[] = [];
  try {
    await parseFilesForm(request, form, saving);
    const [first, ...others] = await Promise.all(saving);
    if (first === undefined) throw new AppError('bad_request', form.texts.noFile);
    return [first, ...others];
  } catch (error) {
    // A failed file has already been removed; the first error is reported.
    for (const outcome of await Promise.allSettled(saving))
      if (outcome.status === 'fulfilled' && 'temporaryPath' in outcome.value)
        await form.store.discard(String(outcome.value.temporaryPath));
    throw error;
  }
}

/**
 * Reads and drops the rest of a rejected request, so that the client gets the response instead of a broken connection.
 */
async function parseFilesForm<T>(request: IncomingMessage, form: FilesForm<T>, saving: Promise<T>[]): Promise<void> {
  const { texts } = form;
  const parser = createFormParser(request, form);
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error): void => {
      reject(error);
      request.unpipe(parser);
      request.resume();
      parser.destroy();
    };
    const refuseAs = (text: string) => (): void => refuse(new AppError('bad_request', text));
    parser.on('file', (field, stream, { filename }) => {
      // An unhandled stream error would end the process; its reader sees the error as well.
      stream.on('error', () => undefined);
      if (field !== form.field) return refuseAs(texts.otherField)();
      const saved = form.save({ fileName: cleanFileName(filename), stream }, refuse);
      saved.catch(refuse);
      saving.push(saved);
    });
    parser.on('filesLimit', refuseAs(texts.tooManyFiles));
    for (const event of ['field', 'fieldsLimit', 'partsLimit'] as const) parser.on(event, refuseAs(texts.notFiles));
    parser.on('error', refuseAs('The upload is incomplete or malformed. Please send it again.'));
    parser.on('close', resolve);
    request.once('close', () => {
      if (!request.complete) refuseAs('The upload was interrupted. Please send the file again.')();
    });
    request.pipe(parser);
  });
}

function createFormParser<T>({ headers }: IncomingMessage, { maxFiles, maxBytes, texts }: FilesForm<T>): Busboy {
  try {
    return createParser({
      headers,
      defParamCharset: 'utf8',
      limits: { files: maxFiles, fields: 0, parts: maxFiles + 1, fileSize: maxBytes, headerPairs: 32 },
    });
  } catch {
    throw new AppError('unsupported_media_type', texts.notMultipart);
  }
}

function uploadTooLarge(maxBytes: number): AppError {
  const megabytes = (maxBytes / 1024 ** 2).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return new AppError(
    'payload_too_large',
    `The file is larger than the limit of ${megabytes} MB. Split it and upload the parts.`,
  );
}
