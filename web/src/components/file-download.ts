import { useMutation } from '@tanstack/react-query';
import { useToasts } from './toasts.tsx';

export const fileNameOf = (response: Response): string | null =>
  /filename="([\w.-]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? null;

/** Bytes collected in memory before they become a blob. */
const PART_BYTES = 4_000_000;

type ResponseReading = { response: Response; type: string; onPiece: (piece: Uint8Array) => void };

/** Browsers keep blobs outside the page's memory and large ones on disk. Rejects when the response is incomplete. */
export async function readResponseBlob({ response, type, onPiece }: ResponseReading): Promise<Blob> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response.blob();
  const parts: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (value !== undefined) {
      onPiece(value);
      held.push(value);
      heldBytes += value.byteLength;
    }
    if (done || heldBytes >= PART_BYTES) {
      parts.push(new Blob(held));
      held = [];
      heldBytes = 0;
    }
    if (done) break;
  }
  return new Blob(parts, { type });
}

/** Long enough for the download to start. */
const URL_LIFETIME_MS = 60_000;

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

interface Download<What> {
  request: (what: What) => Promise<Response>;
  fileName: (what: What) => string;
  done: (what: What) => string;
  failed: string;
  onSettled?: () => Promise<void>;
}

/** An incomplete response is a failure. */
export function useDownload<What = void>({ request, fileName, done, failed, onSettled }: Download<What>) {
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (what: What) => {
      const response = await request(what);
      saveFile(await response.blob(), fileNameOf(response) ?? fileName(what));
    },
    onSuccess: (_saved, what) => toasts.success({ title: 'Export Successful', description: done(what) }),
    onError: (error) => toasts.failed('Export Failed', error, failed),
    onSettled,
  });
}
