import { useSyncExternalStore } from 'react';

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
