import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Prefix for page state in the query cache: never garbage-collected, but cleared at sign-out. */
export const LOCAL_KEY = ['local'] as const;

export function createStore<Value>(initial: Value) {
  let value = initial;
  const readers = new Set<() => void>();
  const subscribe = (reader: () => void): (() => void) => {
    readers.add(reader);
    return () => readers.delete(reader);
  };
  const get = (): Value => value;
  return {
    get,
    set: (next: Value): void => {
      value = next;
      for (const reader of readers) reader();
    },
    use: (): Value => useSyncExternalStore(subscribe, get),
  };
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** If the server runs on this machine, no network is needed. */
export function useOnline(host = window.location.hostname): boolean {
  return useSyncExternalStore(listenToNetwork, () => navigator.onLine || LOCAL.includes(host));
}

function listenToNetwork(changed: () => void): () => void {
  const listening = new AbortController();
  for (const event of ['online', 'offline']) window.addEventListener(event, changed, listening);
  return () => listening.abort();
}

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)');

const printedAt = createStore<Date | null>(null);

// Set before printing starts, so that components render again in time.
window.addEventListener('beforeprint', () => flushSync(() => printedAt.set(new Date())));
window.addEventListener('afterprint', () => printedAt.set(null));

export const usePrintedAt = printedAt.use;

export const useIsPrinting = (): boolean => usePrintedAt() !== null;
