import { useRef } from 'react';

interface FocusReturn {
  /** Called when a dialog or drawer opens: `element` is where the keyboard goes afterwards. */
  leave: (element: Element | null) => void;
  /** Called when it closes. Does nothing when the element has gone. */
  comeBack: () => void;
}

/**
 * Whoever works by keyboard goes on where a dialog was opened. antd does it only for one that opened all the way, and
 * not from the entry of a menu, which is gone by then.
 */
export function useFocusReturn(): FocusReturn {
  const from = useRef<Element | null>(null);
  return {
    leave: (element) => {
      from.current = element;
    },
    comeBack: () => {
      const element = from.current;
      // A moment later antd has let go of the focus.
      setTimeout(() => {
        if (element instanceof HTMLElement && element.isConnected) element.focus();
      });
    },
  };
}
