import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import createParser, { type Busboy } from 'busboy';
import { cleanFileName } from './clean-file-name.ts';
import { type SavedFile, saveFile } from './save-file.ts';
import type { UploadStore } from './upload-store.ts';

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
    await parsed(request, parser, (part, refuse) => {
      if (part.field !== FILE_FIELD || saving !== undefined) {
        refuse(new AppError('bad_request', `Send exactly one file, in the field "${FILE_FIELD}".`));
        return;
      }
      part.stream.once('limit', () => refuse(tooLarge(maxBytes)));
      saving = save(part.stream, part.name);
      saving.catch(refuse);
    });
    if (saving === undefined)
      throw new AppError('bad_request', `Choose a file and send it in the field "${FILE_FIELD}".`);
    return await saving;
  } catch (error) {
    await discarded(saving, store);
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
function parsed(
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
async function discarded(saving: Promise<SavedFile> | undefined, store: UploadStore): Promise<void> {
  const saved = await saving?.catch(() => null);
  if (saved !== null && saved !== undefined) await store.discard(saved.temporaryPath);
}

function tooLarge(maxBytes: number): AppError {
  const megabytes = (maxBytes / 1024 ** 2).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return new AppError(
    'payload_too_large',
    `The file is larger than ${megabytes} MB, the most one upload may hold. Split it and upload the parts.`,
  );
}
