import type { IncomingMessage } from 'node:http';
import { MAX_DOCUMENTS_PER_UPLOAD } from '@clearwatch/contracts/upload-limits';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import createParser, { type Busboy } from 'busboy';
import { cleanFileName } from '../../uploads/clean-file-name.ts';
import type { UploadStore } from '../../uploads/upload-store.ts';
import { MOST_DOCUMENT_BYTES, type SavedDocument, saveDocument } from './save-document.ts';

/** The one field of the form, repeated. */
const FILES_FIELD = 'files';

/** A file of the upload: saved, or refused with a reason. */
export type ReceivedDocument = { fileName: string } & ({ saved: SavedDocument } | { refusal: string });

/**
 * Takes all documents out of a multipart request, streaming, one after another. A file that is no document fails by itself; what
 * is wrong with the request fails all of them, and then nothing is left behind.
 * @throws AppError with the reason in plain words
 */
export async function receiveDocuments(
  request: IncomingMessage,
  store: UploadStore,
): Promise<ReceivedDocument[]> {
  const parser = parserFor(request);
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

function parserFor(request: IncomingMessage): Busboy {
  try {
    return createParser({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: {
        files: MAX_DOCUMENTS_PER_UPLOAD,
        fields: 0,
        parts: MAX_DOCUMENTS_PER_UPLOAD + 1,
        fileSize: MOST_DOCUMENT_BYTES,
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
