const FIELDS =
  'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable], [role="combobox"]';

/** Whether a key pressed there is text, or steers a field or menu. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${FIELDS}, [role="menu"], [role="listbox"]`) !== null;
}
