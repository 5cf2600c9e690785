import type { UploadResponse } from '@clearwatch/contracts/imports.dto';
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, serverUnreachableError, toApiError } from '../../api/api-client.ts';
import { IMPORTS_KEY } from '../../api/imports-api.ts';
import { LEDGER_QUERIES, refreshQueries } from '../../api/server-events.ts';
import { type Toast, useToasts } from '../../components/toasts.tsx';
import { formatQuantity } from '../../lib/number-format.ts';
import { serverUrl } from '../../lib/page-meta.ts';

/**
 * chosen: not started · waiting: for earlier files · sending: until the server responds · answered: accepted by the
 * server · failed: refused or not transmitted.
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

function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** Once the file is fully sent, canceling would not stop the import. */
export function isFullySent({ file, step }: QueuedUpload): boolean {
  return step.at === 'sending' && step.bytesSent >= file.size;
}

const UNREADABLE_FILE =
  'The file cannot be read: it was changed or moved after you chose it, or it is a folder. Choose it again.';
const FOREIGN_RESPONSE = 'The response did not come from Clearwatch. Reload the page and try again.';

type UploadFileOptions = { file: File; onSent: (bytes: number) => void; signal: AbortSignal };

/** XMLHttpRequest, because fetch reports no upload progress. @throws ApiError, or the signal's reason when aborted */
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

/** Browsers report an unreachable server and an unreadable file in the same way. */
async function sendFailure(file: File): Promise<ApiError> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(true));
  reader.addEventListener('error', () => resolve(false));
  reader.readAsArrayBuffer(file.slice(0, 1));
  const isReadable = await promise;
  return isReadable ? serverUnreachableError() : new ApiError({ status: 0, detail: UNREADABLE_FILE });
}

/** Null for a refusal and for a foreign response, such as a proxy's sign-in page. */
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

/** The query cache keeps the files across screens and removes them when the session ends. */
function uploadsQuery() {
  return queryOptions<QueuedUpload[]>({
    queryKey: ['uploads'],
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

class UploadQueue {
  constructor(
    private readonly client: QueryClient,
    private readonly events: {
      onAnswer: (file: File, answer: UploadResponse) => void;
      onFailure: (error: unknown) => void;
    },
  ) {}

  /** Skips files already queued. Removes finished files from an idle queue, and failed files with the same name. */
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

  remove(upload: QueuedUpload): void {
    this.dismiss(upload);
    if (upload.step.at === 'sending') upload.step.abort();
  }

  /** Hides a file without stopping its upload. */
  dismiss({ id }: QueuedUpload): void {
    this.change((queued) => queued.filter((one) => one.id !== id));
  }

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

  /** One loop at a time. A dismissed file has left the queue, so another loop may send the next file meanwhile. */
  private async run(): Promise<void> {
    while (!this.queued.some(({ step }) => step.at === 'sending')) {
      const next = this.queued.find(({ step }) => step.at === 'waiting');
      if (next === undefined) return;
      await warnBeforeUnloadDuring(this.send(next));
    }
  }

  private async send({ id, file }: QueuedUpload): Promise<void> {
    const controller = new AbortController();
    const abort = (): void => controller.abort(new DOMException('Canceled', 'AbortError'));
    const onSent = (bytesSent: number): void => this.move(id, { at: 'sending', bytesSent, abort });
    onSent(0);
    try {
      const answer = await uploadFile({ file, onSent, signal: controller.signal });
      if (!this.has(id)) return;
      this.move(id, { at: 'answered', answer });
      this.events.onAnswer(file, answer);
    } catch (error) {
      // Canceled, dismissed, or the session has ended.
      if (!this.has(id)) return;
      this.move(id, { at: 'failed', error });
      this.events.onFailure(error);
    }
  }

  private get queued(): QueuedUpload[] {
    return this.client.getQueryData(uploadsQuery().queryKey) ?? [];
  }

  private has(id: string): boolean {
    return this.queued.some((one) => one.id === id);
  }

  private move(id: string, step: UploadStep): void {
    if (!this.has(id)) return;
    this.change((queued) => queued.map((one) => (one.id === id ? { ...one, step } : one)));
  }

  private change(by: (queued: QueuedUpload[]) => QueuedUpload[]): void {
    this.client.setQueryData(uploadsQuery().queryKey, by(this.queued));
  }
}

let lastId = 0;

/** `crypto.randomUUID` is missing over plain HTTP. */
function nextId(): string {
  lastId += 1;
  return `upload-${lastId}`;
}

let activeUploads = 0;

/** The browser asks for confirmation before it closes a page that is sending a file, dismissed or not. */
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
        onFailure: (error) => {
          const isUnsupported = error instanceof ApiError && error.status === 415;
          toasts.failed(isUnsupported ? 'Invalid File Type' : 'Upload Failed', error, 'Upload failed');
          void refreshQueries(client, [IMPORTS_KEY]);
        },
      }),
    [client, toasts],
  );
  return { queue, queued };
}

function uploadToast({ name }: File, answer: UploadResponse): Toast {
  const { state, transactionCount, duplicateCount, rejectedCount } = answer;
  if (state === 'needs_mapping')
    return { title: 'Columns Needed', description: `To import ${name}, choose what its columns mean.` };
  if (state !== 'completed') {
    return {
      title: 'Upload Received',
      description: 'The file is saved. Reading continues even if you leave the page.',
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
