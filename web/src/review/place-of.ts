/** What the alerts of a list are in the page, and what of such an item takes the keyboard. */
interface Items {
  item: 'tr' | 'li';
  target?: string;
}

/**
 * Remembers where in a list a button stands. The function it returns gives the keyboard's place back when the focus has gone
 * with the button: to the button if it is still there, else to the next item, else to the one before.
 */
export function placeOf(button: HTMLElement, { item, target }: Items): () => void {
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
