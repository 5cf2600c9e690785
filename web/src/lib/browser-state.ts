import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/**
 * False when the browser knows of no network at all. True says little: the server may be away all the same. And the server may be
 * this very machine, which needs no network.
 */
export function useOnline(host = window.location.hostname): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine || LOCAL.includes(host));
}

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

const preference = (): MediaQueryList => window.matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the reader has asked the system for less motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = preference();
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => preference().matches,
  );
}

/** Null: the page is on the screen. */
let printedAt: Date | null = null;
const readers = new Set<() => void>();

window.addEventListener('beforeprint', () => flushSync(() => setPrintedAt(new Date())));
window.addEventListener('afterprint', () => setPrintedAt(null));

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

function setPrintedAt(at: Date | null): void {
  printedAt = at;
  for (const reader of readers) reader();
}
