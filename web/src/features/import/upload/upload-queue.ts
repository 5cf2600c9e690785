import type { UploadResponse } from '@clearwatch/contracts/imports.dto';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { isSameFile, isUnderWay, type QueuedUpload, type UploadStep } from './queued-upload.ts';
import { uploadFile } from './upload-file.ts';

/**
 * The files of this browser tab. They live beside what was read from the server: they outlast a visit to another screen
 * and are forgotten with the session.
 */
export function uploads() {
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
export class UploadQueue {
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
      const kept = (
        queued.some(isUnderWay) ? queued : queued.filter(({ step }) => step.at !== 'answered')
      ).filter(({ step, file }) => step.at !== 'failed' || !files.some(({ name }) => name === file.name));
      const inLine = kept.filter(({ step }) => step.at === 'chosen' || step.at === 'waiting');
      const added = files
        .filter((file) => !inLine.some((one) => isSameFile(one.file, file)))
        .map((file): QueuedUpload => ({ id: nextId(), file, step: { at: 'chosen' } }));
      return [...kept, ...added];
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
      await warningBeforeLeaving(this.send(next));
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
    return this.client.getQueryData(uploads().queryKey) ?? [];
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
    this.client.setQueryData(uploads().queryKey, by(this.queued));
  }
}

let given = 0;

/** Unlike `crypto.randomUUID` it is there over plain HTTP as well. */
function nextId(): string {
  given += 1;
  return `upload-${given}`;
}

let onTheirWay = 0;

/** Closing the page while bytes are on their way would lose them, also those of a file that is shown no more. */
async function warningBeforeLeaving(sending: Promise<void>): Promise<void> {
  onTheirWay += 1;
  window.addEventListener('beforeunload', warn);
  await sending;
  onTheirWay -= 1;
  if (onTheirWay === 0) window.removeEventListener('beforeunload', warn);
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
