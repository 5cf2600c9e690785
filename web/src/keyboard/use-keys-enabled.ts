import { useSyncExternalStore } from 'react';

const KEY = 'clearwatch.alert-keys';
const readers = new Set<() => void>();

/** Whether this browser's user works alerts by single keys; on unless turned off, the same wherever it is asked. */
export function useKeysEnabled(): [boolean, (enabled: boolean) => void] {
  return [useSyncExternalStore(subscribe, areEnabled), setEnabled];
}

function areEnabled(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

function setEnabled(enabled: boolean): void {
  if (enabled) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  for (const reader of readers) reader();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
