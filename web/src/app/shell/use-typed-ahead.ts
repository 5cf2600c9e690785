import { useEffect, useState } from 'react';

/** If no field has come by then, its code could not be fetched. */
const LONGEST_MS = 5_000;

interface TypedAhead {
  /** From now on letters are kept. */
  begin: () => void;
  /** What was typed since; from now on letters go where they always go. */
  take: () => string;
}

/**
 * What is typed between the key that calls the search and its field being there. Who knows the key does not wait, and on a busy
 * machine the first letters would be lost, or taken for keys of the screen.
 */
export function useTypedAhead(): TypedAhead {
  const [typedAhead] = useState(listenAhead);
  useEffect(() => () => void typedAhead.take(), [typedAhead]);
  return typedAhead;
}

function listenAhead(): TypedAhead {
  let text = '';
  let givingUp: ReturnType<typeof setTimeout> | undefined;

  const hear = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const take = (): string => {
    clearTimeout(givingUp);
    window.removeEventListener('keydown', hear, { capture: true });
    const typed = text;
    text = '';
    return typed;
  };
  const begin = (): void => {
    take();
    givingUp = setTimeout(take, LONGEST_MS);
    // Before everybody else, who listens at the document.
    window.addEventListener('keydown', hear, { capture: true });
  };
  return { begin, take };
}
