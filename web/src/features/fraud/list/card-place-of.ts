import { CARD_ATTRIBUTE } from './use-card-keys.ts';

/**
 * Remembers where in the list a button stands. The function it returns gives the keyboard's place back when the focus has
 * gone with the button: to the card that stands there now, reviewed ones having moved to the end.
 */
export function cardPlaceOf(button: HTMLElement): () => void {
  const card = button.closest('li');
  const list = card?.parentElement;
  const at = list && card ? [...list.children].indexOf(card) : -1;
  return () => {
    // After the list has been drawn again; whoever has moved on meanwhile is left where he is.
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement !== button) return;
      const there = list?.children[at] ?? list?.lastElementChild;
      const place = button.isConnected ? button : there?.querySelector(`[${CARD_ATTRIBUTE}]`);
      if (place instanceof HTMLElement) place.focus();
    });
  };
}
