import { useLayoutEffect, useRef } from 'react';

interface FocusMemory {
  /** Called when a dialog or drawer opens: `element` is where the keyboard goes afterwards. */
  leave: (element: Element | null) => void;
  /** Called when it closes. When the element has gone by then, the row or dialog it stood in gets the keyboard. */
  comeBack: () => void;
}

/**
 * Whoever works by keyboard goes on where a dialog was opened. antd does it only for one that opened all the way, and
 * not from the entry of a menu, which is gone by then.
 */
export function useFocusMemory(): FocusMemory {
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
        if (there instanceof HTMLElement) focusElement(there);
      });
    },
  };
}

/** A row or dialog is no stop of the tab key, but the keyboard can go on from there. */
function focusElement(element: HTMLElement): void {
  element.focus();
  if (document.activeElement === element) return;
  element.tabIndex = -1;
  element.focus();
}

/**
 * Whoever works by keyboard goes on where something was opened, however it was opened and closed: by button, by address,
 * by the browser's way back. Looks before the opened thing takes the focus.
 */
export function useRestoreFocus(isOpen: boolean): void {
  const focus = useRef(useFocusMemory());
  useLayoutEffect(() => {
    if (!isOpen) return;
    const { leave, comeBack } = focus.current;
    leave(document.activeElement);
    return comeBack;
  }, [isOpen]);
}

const FIELDS =
  'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable], [role="combobox"]';

/** Whether a key pressed there is text, or steers a field or menu. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${FIELDS}, [role="menu"], [role="listbox"]`) !== null;
}

/** Dialogs and drawers that stand open now; closed ones may stay in the page, hidden. */
export function openDialogs(): Element[] {
  return [...document.querySelectorAll('[role="dialog"]')].filter(
    (dialog) => dialog.closest('[style*="display: none"]') === null,
  );
}

/** What the alerts of a list are in the page, and what of such an item takes the keyboard. */
interface ListItems {
  item: 'tr' | 'li';
  target?: string;
}

/**
 * Remembers where in a list a button stands. The function it returns gives the keyboard's place back when the focus has gone
 * with the button: to the button if it is still there, else to the next item, else to the one before.
 */
export function focusRestorerFor(button: HTMLElement, { item, target }: ListItems): () => void {
  const own = button.closest(item);
  // The only one is its own neighbour.
  const neighbour = own?.nextElementSibling ?? own?.previousElementSibling ?? own;
  return () => {
    // After the screen has been drawn again; whoever has moved on meanwhile is left where he is.
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement !== button) return;
      const beside = target === undefined ? neighbour : neighbour?.querySelector(target);
      const place = button.isConnected ? button : beside;
      if (place instanceof HTMLElement) place.focus();
    });
  };
}
