import type { UploadResponse } from '@clearwatch/contracts/imports.dto';
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, serverUnreachableError, toApiError } from '../../api/api-client.ts';
import { describeError } from '../../api/error-messages.ts';
import { IMPORTS_KEY } from '../../api/imports-api.ts';
import { LEDGER_QUERIES, refreshQueries } from '../../api/server-events.ts';
import { type Toast, useToasts } from '../../components/toasts.tsx';
import { formatQuantity } from '../../lib/number-format.ts';
import { serverUrl } from '../../lib/page-meta.ts';

/**
 * chosen: nobody has said yet that it shall be sent · waiting: for the files before it · sending: bytes leave the
 * browser, or have left it and the server reads · answered: safe on the server · failed: refused, or never arrived.
 */
type UploadStep =
  | { at: 'chosen' | 'waiting' }
  | { at: 'sending'; bytesSent: number; abort: () => void }
  | { at: 'answered'; answer: UploadResponse }
  | { at: 'failed'; error: unknown };

export interface QueuedUpload {
  id: string;
  file: File;
  step: UploadStep;
}

export function isUploadActive({ step }: QueuedUpload): boolean {
  return step.at === 'waiting' || step.at === 'sending';
}

/** A file chosen twice is one: its name, size and date are the same. */
function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** Whether every byte of it has left the browser: from then on cancelling would not undo anything. */
export function isFullySent({ file, step }: QueuedUpload): boolean {
  return step.at === 'sending' && step.bytesSent >= file.size;
}

const UNREADABLE_FILE =
  'The file cannot be read: it was changed or moved since it was chosen, or it is a folder. Choose it again.';
const FOREIGN_RESPONSE = 'The answer did not come from Clearwatch. Reload the page and try again.';

interface UploadFileOptions {
  file: File;
  /** Bytes that have left the browser. */
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * `POST /api/upload-transactions`, multipart, field `file`. By XMLHttpRequest because fetch cannot tell how much of a
 * body has been sent. Rejects with {@link ApiError}, or with the signal's reason when it was cancelled.
 */
function uploadFile({ file, onSent, signal }: UploadFileOptions): Promise<UploadResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadResponse>();
  const body = new FormData();
  body.append('file', file);

  const request = new XMLHttpRequest();
  request.open('POST', serverUrl('/api/upload-transactions'));
  request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
  request.addEventListener('error', () => void sendFailure(file).then(reject));
  request.addEventListener('abort', () => reject(signal.reason));
  request.addEventListener('load', () => {
    const receipt = parseUploadResponse(request);
    if (receipt === null) reject(parseRefusal(request));
    else resolve(receipt);
  });
  signal.addEventListener('abort', () => request.abort());
  request.send(body);
  return promise;
}

/** Browsers do not tell a server that is away from a file that is. */
async function sendFailure(file: File): Promise<ApiError> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(true));
  reader.addEventListener('error', () => resolve(false));
  reader.readAsArrayBuffer(file.slice(0, 1));
  const isReadable = await promise;
  return isReadable ? serverUnreachableError() : new ApiError({ status: 0, detail: UNREADABLE_FILE });
}

/** Null for a refusal, and for an answer that is not our server's, such as a proxy's sign-in page. */
function parseUploadResponse({ status, responseText }: XMLHttpRequest): UploadResponse | null {
  if (status < 200 || status > 299) return null;
  try {
    return JSON.parse(responseText) as UploadResponse;
  } catch {
    return null;
  }
}

function parseRefusal(request: XMLHttpRequest): ApiError {
  const { status, statusText, responseText } = request;
  return toApiError({
    status,
    statusText,
    body: status < 300 ? FOREIGN_RESPONSE : responseText,
    header: (name) => request.getResponseHeader(name),
  });
}

/**
 * The files of this browser tab. They live beside what was read from the server: they outlast a visit to another screen
 * and are forgotten with the session.
 */
function uploadsQuery() {
  return queryOptions<QueuedUpload[]>({
    queryKey: ['uploads'],
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

interface UploadEvents {
  onAnswer: (file: File, answer: UploadResponse) => void;
  onFailure: (file: File, error: unknown) => void;
}

/** Sends files one after another. */
class UploadQueue {
  constructor(
    private readonly client: QueryClient,
    private readonly events: UploadEvents,
  ) {}

  /**
   * A file that is in line already is not added again. What was answered in an earlier round makes place: it stands in the
   * history; and so does a failed file when one of its name is chosen: it is probably the corrected one.
   */
  add(files: readonly File[]): void {
    this.change((queued) => {
      const remaining = (
        queued.some(isUploadActive) ? queued : queued.filter(({ step }) => step.at !== 'answered')
      ).filter(({ step, file }) => step.at !== 'failed' || !files.some(({ name }) => name === file.name));
      const inLine = remaining.filter(({ step }) => step.at === 'chosen' || step.at === 'waiting');
      const added = files
        .filter((file) => !inLine.some((one) => isSameFile(one.file, file)))
        .map((file): QueuedUpload => ({ id: nextId(), file, step: { at: 'chosen' } }));
      return [...remaining, ...added];
    });
  }

  /** Lets go of a file; one that is on its way is stopped. */
  remove({ id, step }: QueuedUpload): void {
    this.change((queued) => queued.filter((one) => one.id !== id));
    if (step.at === 'sending') step.abort();
  }

  /** No longer shown; what is on its way goes on. */
  dismiss({ id }: QueuedUpload): void {
    this.change((queued) => queued.filter((one) => one.id !== id));
  }

  /** Sends all that are chosen. */
  start(): void {
    this.change((queued) =>
      queued.map((one) => (one.step.at === 'chosen' ? { ...one, step: { at: 'waiting' } } : one)),
    );
    void this.run();
  }

  retry({ id }: QueuedUpload): void {
    this.move(id, { at: 'waiting' });
    void this.run();
  }

  /**
   * One runs at a time: a second caller finds the first at work. A file that is on its way and shown no more holds up nobody:
   * when it is through, its runner finds the next at work.
   */
  private async run(): Promise<void> {
    while (!this.queued.some(({ step }) => step.at === 'sending')) {
      const next = this.queued.find(({ step }) => step.at === 'waiting');
      if (next === undefined) return;
      await warnBeforeUnloadDuring(this.send(next));
    }
  }

  private async send({ id, file }: QueuedUpload): Promise<void> {
    const controller = new AbortController();
    const abort = (): void => controller.abort(new DOMException('Cancelled', 'AbortError'));
    const onSent = (bytesSent: number): void => this.move(id, { at: 'sending', bytesSent, abort });
    onSent(0);
    try {
      const answer = await uploadFile({ file, onSent, signal: controller.signal });
      if (!this.has(id)) return;
      this.move(id, { at: 'answered', answer });
      this.events.onAnswer(file, answer);
    } catch (error) {
      // Cancelling is not a failure, and nobody waits any more for a file of an ended session.
      if (!this.has(id)) return;
      this.move(id, { at: 'failed', error });
      this.events.onFailure(file, error);
    }
  }

  private get queued(): QueuedUpload[] {
    return this.client.getQueryData(uploadsQuery().queryKey) ?? [];
  }

  private has(id: string): boolean {
    return this.queued.some((one) => one.id === id);
  }

  /** Does nothing for a file that has been let go of. */
  private move(id: string, step: UploadStep): void {
    if (!this.has(id)) return;
    this.change((queued) => queued.map((one) => (one.id === id ? { ...one, step } : one)));
  }

  private change(by: (queued: QueuedUpload[]) => QueuedUpload[]): void {
    this.client.setQueryData(uploadsQuery().queryKey, by(this.queued));
  }
}

let lastId = 0;

/** Unlike `crypto.randomUUID` it is there over plain HTTP as well. */
function nextId(): string {
  lastId += 1;
  return `upload-${lastId}`;
}

let activeUploads = 0;

/** Closing the page while bytes are on their way would lose them, also those of a file that is shown no more. */
async function warnBeforeUnloadDuring(sending: Promise<void>): Promise<void> {
  activeUploads += 1;
  window.addEventListener('beforeunload', preventUnload);
  await sending;
  activeUploads -= 1;
  if (activeUploads === 0) window.removeEventListener('beforeunload', preventUnload);
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

const UNSUPPORTED_MEDIA_TYPE = 415;

/** The files of this tab and what can be done with them. Each answer is announced and makes the figures be read anew. */
export function useUploadQueue(): { queue: UploadQueue; queued: QueuedUpload[] } {
  const client = useQueryClient();
  const toasts = useToasts();
  const { data: queued = [] } = useQuery(uploadsQuery());
  const queue = useMemo(
    () =>
      new UploadQueue(client, {
        onAnswer: (file, answer) => {
          toasts.success(uploadToast(file, answer));
          void refreshQueries(client, [...LEDGER_QUERIES, IMPORTS_KEY]);
        },
        onFailure: (_file, error) => {
          toasts.failure({
            title: isUnsupportedMediaType(error) ? 'Invalid File Type' : 'Upload Failed',
            description: describeError(error, 'Upload failed'),
          });
          void refreshQueries(client, [IMPORTS_KEY]);
        },
      }),
    [client, toasts],
  );
  return { queue, queued };
}

function isUnsupportedMediaType(error: unknown): boolean {
  return error instanceof ApiError && error.status === UNSUPPORTED_MEDIA_TYPE;
}

function uploadToast({ name }: File, answer: UploadResponse): Toast {
  const { state, transactionCount, duplicateCount, rejectedCount } = answer;
  if (state === 'needs_mapping') {
    return { title: 'Columns Needed', description: `Say what the columns of ${name} mean to import it.` };
  }
  if (state !== 'completed') {
    return {
      title: 'Upload Received',
      description: 'The file is safe. Reading it goes on, even if you leave.',
    };
  }
  const others = [
    duplicateCount > 0 && `${formatQuantity(duplicateCount, 'duplicate')} skipped`,
    rejectedCount > 0 && `${formatQuantity(rejectedCount, 'row')} rejected`,
  ].filter((text) => text !== false);
  const rest = others.length > 0 ? ` (${others.join(', ')})` : '';
  return {
    title: 'Upload Successful',
    description: `${formatQuantity(transactionCount, 'transaction')} imported${rest}`,
  };
}
