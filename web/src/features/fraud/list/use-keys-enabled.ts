import { useState } from 'react';

const KEY = 'clearwatch.alert-keys';

/** Whether this browser's user works the list by single keys; on unless turned off. */
export function useKeysEnabled(): [boolean, (enabled: boolean) => void] {
  const [enabled, setEnabled] = useState(() => localStorage.getItem(KEY) !== 'off');
  return [
    enabled,
    (wanted) => {
      setEnabled(wanted);
      if (wanted) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'off');
    },
  ];
}
