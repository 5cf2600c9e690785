import { CARD_ATTRIBUTE } from './use-card-keys.ts';

/**
 * Remembers where in the list a button stands. The function it returns gives the keyboard's place back when the focus has
 * gone with the button: to the next card, else the one before. Its own card moves to the end when the list is read again.
 */
export function cardPlaceOf(button: HTMLElement): () => void {
  const card = button.closest('li');
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling ?? card;
  return () => {
    // After the list has been drawn again; whoever has moved on meanwhile is left where he is.
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement !== button) return;
      const place = button.isConnected ? button : neighbour?.querySelector(`[${CARD_ATTRIBUTE}]`);
      if (place instanceof HTMLElement) place.focus();
    });
  };
}
