import { type KeyboardEvent, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { deedOf, keyOf } from '../keyboard/deeds.ts';
import { TABLE_ROWS } from '../keyboard/key-registry.ts';

/** Names a row's place among all rows, drawn or not. */
export const ROW_ATTRIBUTE = 'data-row';

export interface RowKeys {
  /** The row that the keyboard comes to. */
  current: number;
  /** The focus came to a row, by whatever way. */
  onReach: (index: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, act: { index: number; open: () => void }) => void;
}

/**
 * The rows of a table by keyboard: up, down, home and end move, Enter opens. All rows together are one stop of the Tab key, so
 * that what stands below a long table is in reach.
 */
export function useRowKeys(ground: RefObject<HTMLElement | null>, count: number): RowKeys {
  const [reached, setReached] = useState(0);
  const goTo = (index: number): void => {
    // At once: of a long table the row is drawn only now.
    flushSync(() => setReached(index));
    ground.current?.querySelector<HTMLElement>(`tr[${ROW_ATTRIBUTE}="${index}"]`)?.focus();
  };
  return {
    current: Math.max(0, Math.min(reached, count - 1)),
    onReach: setReached,
    onKeyDown: (event, { index, open }) => {
      // Only keys pressed on the row itself count: Enter on a button inside belongs to the button.
      if (event.target !== event.currentTarget || event.altKey) return;
      const deed = deedOf(TABLE_ROWS, keyOf(event))?.name;
      if (deed === undefined) return;
      if (deed === 'open') open();
      else goTo(targetOf(deed, index, count));
      event.preventDefault();
    },
  };
}

function targetOf(deed: Exclude<keyof typeof TABLE_ROWS, 'open'>, index: number, count: number): number {
  if (deed === 'next') return Math.min(index + 1, count - 1);
  if (deed === 'previous') return Math.max(index - 1, 0);
  return deed === 'first' ? 0 : count - 1;
}
