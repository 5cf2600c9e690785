import { useRef } from 'react';

interface FocusReturn {
  /** Called when a dialog or drawer opens: `element` is where the keyboard goes afterwards. */
  leave: (element: Element | null) => void;
  /** Called when it closes. When the element has gone by then, the row or dialog it stood in gets the keyboard. */
  comeBack: () => void;
}

/**
 * Whoever works by keyboard goes on where a dialog was opened. antd does it only for one that opened all the way, and
 * not from the entry of a menu, which is gone by then.
 */
export function useFocusReturn(): FocusReturn {
  const from = useRef<(Element | null)[]>([]);
  return {
    leave: (element) => {
      // Looked up now: from an element that has gone nothing leads to where it stood.
      from.current = [element, element?.closest('tr, [role="dialog"]') ?? null];
    },
    comeBack: () => {
      const places = from.current;
      // A moment later antd has let go of the focus.
      setTimeout(() => {
        const there = places.find((place) => place instanceof HTMLElement && place.isConnected);
        if (there instanceof HTMLElement) takeFocus(there);
      });
    },
  };
}

/** A row or dialog is no stop of the tab key, but the keyboard can go on from there. */
function takeFocus(element: HTMLElement): void {
  element.focus();
  if (document.activeElement === element) return;
  element.tabIndex = -1;
  element.focus();
}
