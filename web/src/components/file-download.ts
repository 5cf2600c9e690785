import { useMutation } from '@tanstack/react-query';
import { describeError } from '../api/error-messages.ts';
import { useToasts } from './toasts.tsx';

/** The name the server gives to the file it sends; null: none. */
export function fileNameOf(response: Response): string | null {
  return /filename="([\w.-]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? null;
}

/** So much is held by the page before it is handed to the browser, in bytes. */
const PART_BYTES = 4_000_000;

interface ResponseReading {
  response: Response;
  type: string;
  /** Called with each piece as it comes. What it throws ends the reading. */
  onPiece: (piece: Uint8Array) => void;
}

/**
 * Reads an answer to its end, saying what has come. The page keeps a few megabytes at a time: parts go into blobs, which
 * the browser keeps outside of the page's memory and moves to disk when they are many. Rejects when the answer breaks off.
 */
export async function readResponseBlob({ response, type, onPiece }: ResponseReading): Promise<Blob> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response.blob();
  const parts: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  const handOver = (): void => {
    parts.push(new Blob(held));
    held = [];
    heldBytes = 0;
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    onPiece(value);
    held.push(value);
    heldBytes += value.byteLength;
    if (heldBytes >= PART_BYTES) handOver();
  }
  handOver();
  return new Blob(parts, { type });
}

/** Long enough for the browser to have begun. */
const URL_LIFETIME_MS = 60_000;

/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

interface Download<What> {
  ask: (what: What) => Promise<Response>;
  /** Should the server not name the file. */
  nameOf: (what: What) => string;
  done: (what: What) => string;
  failed: string;
  onSettled?: () => Promise<void>;
}

/** Reads a file whole, saves it and says so. An answer that breaks off half-way is a failure. */
export function useDownload<What = void>({ ask, nameOf, done, failed, onSettled }: Download<What>) {
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (what: What) => {
      const response = await ask(what);
      saveFile(await response.blob(), fileNameOf(response) ?? nameOf(what));
    },
    onSuccess: (_saved, what) => toasts.success({ title: 'Export Successful', description: done(what) }),
    onError: (error) => toasts.failure({ title: 'Export Failed', description: describeError(error, failed) }),
    onSettled,
  });
}
