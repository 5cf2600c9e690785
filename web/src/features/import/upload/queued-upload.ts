import type { UploadResponse } from '@clearwatch/contracts/imports.dto';

/**
 * chosen: nobody has said yet that it shall be sent · waiting: for the files before it · sending: bytes leave the
 * browser, or have left it and the server reads · answered: safe on the server · failed: refused, or never arrived.
 */
export type UploadStep =
  | { at: 'chosen' | 'waiting' }
  | { at: 'sending'; bytesSent: number; abort: () => void }
  | { at: 'answered'; answer: UploadResponse }
  | { at: 'failed'; error: unknown };

export interface QueuedUpload {
  id: string;
  file: File;
  step: UploadStep;
}

export function isUnderWay({ step }: QueuedUpload): boolean {
  return step.at === 'waiting' || step.at === 'sending';
}

/** A file chosen twice is one: its name, size and date are the same. */
export function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** Whether every byte of it has left the browser: from then on cancelling would not undo anything. */
export function isSent({ file, step }: QueuedUpload): boolean {
  return step.at === 'sending' && step.bytesSent >= file.size;
}
