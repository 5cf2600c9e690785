/**
 * Remembers where in a table a button stands. The function it returns gives the keyboard's place back when the focus
 * has gone with the button: to the button if it is still there, else to the next row, else to the one before.
 */
export function placeOf(button: HTMLElement): () => void {
  const row = button.closest('tr');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  return () => {
    // After the screen has been drawn again; whoever has moved on meanwhile is left where he is.
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement !== button) return;
      const place = button.isConnected ? button : neighbour;
      if (place instanceof HTMLElement) place.focus();
    });
  };
}
