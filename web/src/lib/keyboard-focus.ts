import { useInsertionEffect, useRef } from 'react';

/** antd restores the focus only if the dialog opened completely and was not opened from a menu. */
export function useFocusMemory() {
  const from = useRef<(Element | null)[]>([]);
  return {
    remember: (element: Element | null): void => {
      // The row or dialog is looked up now, because a removed element has no parents.
      // The body has the focus when no element has it.
      from.current = element === document.body ? [] : [element, element?.closest('tr, [role="dialog"]') ?? null];
    },
    restore: (): void => {
      const places = from.current;
      // antd releases the focus a tick later.
      setTimeout(() => {
        const there = places.find((place) => place instanceof HTMLElement && place.isConnected);
        if (there instanceof HTMLElement) focusElement(there);
      });
    },
  };
}

/** Rows and dialogs are not Tab stops, but keyboard navigation can continue from them. */
function focusElement(element: HTMLElement): void {
  element.focus();
  if (document.activeElement === element) return;
  element.tabIndex = -1;
  element.focus();
}

/** Stores the focused element before a dialog or drawer takes the focus, and restores the focus on closing. */
export function useRestoreFocus(isOpen: boolean): void {
  const focus = useRef(useFocusMemory());
  // Runs before a field with autoFocus takes the focus; layout effects run too late.
  useInsertionEffect(() => {
    if (!isOpen) return;
    const { remember, restore } = focus.current;
    remember(document.activeElement);
    return restore;
  }, [isOpen]);
}

const FIELDS =
  'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable], [role="combobox"]';

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${FIELDS}, [role="menu"], [role="listbox"]`) !== null;

/** Closed dialogs may remain on the page, hidden. */
export function openDialogs(): Element[] {
  return [...document.querySelectorAll('[role="dialog"]')].filter(
    (dialog) => dialog.closest('[style*="display: none"]') === null,
  );
}

/** Returns a function that restores the focus to the button, else the next item, else the previous one. */
export function focusRestorerFor(button: HTMLElement, item: 'tr' | 'li', target?: string): () => void {
  const own = button.closest(item);
  // A single item is its own neighbor.
  const neighbor = own?.nextElementSibling ?? own?.previousElementSibling ?? own;
  return () => {
    // Waits for rendering. Does nothing if the user has moved on.
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement !== button) return;
      const beside = target === undefined ? neighbor : neighbor?.querySelector(target);
      const place = button.isConnected ? button : beside;
      if (place instanceof HTMLElement) place.focus();
    });
  };
}
