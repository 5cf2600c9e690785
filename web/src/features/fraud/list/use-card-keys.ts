import { type RefObject, useEffect, useRef } from 'react';
import { deedOf, keyOf } from '../../../keyboard/deeds.ts';
import { isTyping } from '../../../keyboard/is-typing.ts';
import { ALERT_CARDS } from '../../../keyboard/key-registry.ts';
import { openDialogs } from '../../../keyboard/open-dialogs.ts';

/** Marks the link of each card, and names its alert. */
export const CARD_ATTRIBUTE = 'data-alert-card';

interface CardActs {
  /** Null while the focus is in no card. */
  onReview: (id: number | null) => void;
  onSelect: (id: number) => void;
}

/**
 * The list by keyboard: j and k (or the arrows, once a card has the focus) move, Enter opens by itself, r reviews, x selects.
 * Keys typed in fields, with Ctrl and the like, or while a dialog is open mean something else.
 */
export function useCardKeys(list: RefObject<HTMLElement | null>, enabled: boolean, acts: CardActs): void {
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });
  useEffect(() => {
    if (!enabled) return;
    const steer = (event: KeyboardEvent): void => {
      if (!isForTheList(event)) return;
      const cards = [...(list.current?.querySelectorAll<HTMLElement>(`[${CARD_ATTRIBUTE}]`) ?? [])];
      const at = cards.findIndex((card) => card.closest('li')?.contains(document.activeElement));
      if (!act(keyOf(event), cards, at, current.current)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', steer);
    return () => document.removeEventListener('keydown', steer);
  }, [list, enabled]);
}

/** Whether the key meant something. */
function act(key: string, cards: HTMLElement[], at: number, { onReview, onSelect }: CardActs): boolean {
  const card = cards[at];
  const id = card === undefined ? null : Number(card.getAttribute(CARD_ATTRIBUTE));
  // Within a card, on its transactions say, the arrows scroll.
  const steersByArrows = card !== undefined && card === document.activeElement;
  const deed = deedOf(ALERT_CARDS, key)?.name;
  if (deed === 'next' || (key === 'ArrowDown' && steersByArrows))
    cards[Math.min(at + 1, cards.length - 1)]?.focus();
  else if (deed === 'previous' || (key === 'ArrowUp' && steersByArrows)) cards[Math.max(at - 1, 0)]?.focus();
  else if (deed === 'review') onReview(id);
  else if (deed === 'select' && id !== null) onSelect(id);
  else return false;
  return true;
}

function isForTheList(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event.target) && openDialogs().length === 0;
}
