import { useLayoutEffect, useRef } from 'react';
import { useFocusReturn } from './use-focus-return.ts';

/**
 * Whoever works by keyboard goes on where something was opened, however it was opened and closed: by button, by address,
 * by the browser's way back. Looks before the opened thing takes the focus.
 */
export function useFocusAround(isOpen: boolean): void {
  const focus = useRef(useFocusReturn());
  useLayoutEffect(() => {
    if (!isOpen) return;
    const { leave, comeBack } = focus.current;
    leave(document.activeElement);
    return comeBack;
  }, [isOpen]);
}
