import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Null: the page is on the screen. */
let printedAt: Date | null = null;
const readers = new Set<() => void>();

window.addEventListener('beforeprint', () => flushSync(() => tell(new Date())));
window.addEventListener('afterprint', () => tell(null));

/** When the page is put on paper, while it is. Known before it is: what reads it is drawn again in time. */
export function usePrintedAt(): Date | null {
  return useSyncExternalStore(subscribe, () => printedAt);
}

export function useIsPrinting(): boolean {
  return usePrintedAt() !== null;
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

function tell(at: Date | null): void {
  printedAt = at;
  for (const reader of readers) reader();
}
