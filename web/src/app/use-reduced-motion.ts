import { useSyncExternalStore } from 'react';

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
