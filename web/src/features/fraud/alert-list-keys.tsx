import { Switch } from 'antd';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { ShortcutLines } from '../../components/key-caps.tsx';
import { isTyping, openDialogs } from '../../lib/keyboard-focus.ts';
import {
  ALERT_LIST_LEGEND,
  ALERT_LIST_SHORTCUTS,
  actionForKey,
  keyName,
} from '../../lib/keyboard-shortcuts.ts';

interface AlertListKeyLegendProps {
  enabled: boolean;
  onToggle: (enabled: boolean) => void;
}

export function AlertListKeyLegend({ enabled, onToggle }: AlertListKeyLegendProps) {
  return (
    <p className="key-legend">
      <Switch size="small" aria-label="Keyboard shortcuts" checked={enabled} onChange={onToggle} />
      <span className="quiet">Keys</span>
      {enabled && <ShortcutLines actions={ALERT_LIST_LEGEND.actions} />}
    </p>
  );
}

export const CARD_ATTRIBUTE = 'data-alert-card';

interface CardActions {
  onReview: (id: number | null) => void;
  onSelect: (id: number) => void;
}

/** j and k move (also the arrows on a card), Enter opens, r reviews, x selects. */
export function useCardKeys(
  list: RefObject<HTMLElement | null>,
  enabled: boolean,
  handlers: CardActions,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (!isListKey(event)) return;
    const cards = [...(list.current?.querySelectorAll<HTMLElement>(`[${CARD_ATTRIBUTE}]`) ?? [])];
    const at = cards.findIndex((card) => card.closest('li')?.contains(document.activeElement));
    if (handleCardKey(keyName(event), cards, at, handlers)) event.preventDefault();
  });
  useEffect(() => {
    if (!enabled) return;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}

function handleCardKey(
  key: string,
  cards: HTMLElement[],
  at: number,
  { onReview, onSelect }: CardActions,
): boolean {
  const card = cards[at];
  const id = card === undefined ? null : Number(card.getAttribute(CARD_ATTRIBUTE));
  // Inside a card the arrows scroll.
  const steersByArrows = card !== undefined && card === document.activeElement;
  const action = actionForKey(ALERT_LIST_SHORTCUTS, key)?.name;
  if (action === 'next' || (key === 'ArrowDown' && steersByArrows))
    cards[Math.min(at + 1, cards.length - 1)]?.focus();
  else if (action === 'previous' || (key === 'ArrowUp' && steersByArrows))
    cards[Math.max(at - 1, 0)]?.focus();
  else if (action === 'review') onReview(id);
  else if (action === 'select' && id !== null) onSelect(id);
  else return false;
  return true;
}

function isListKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event.target) && openDialogs().length === 0;
}
