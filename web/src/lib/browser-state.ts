import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** The server may be this machine, which needs no network. */
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

let printedAt: Date | null = null;
const readers = new Set<() => void>();

window.addEventListener('beforeprint', () => flushSync(() => setPrintedAt(new Date())));
window.addEventListener('afterprint', () => setPrintedAt(null));

/** Set before printing starts, so that components render again in time. */
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
