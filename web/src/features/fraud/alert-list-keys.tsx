import { Switch } from 'antd';
import type { RefObject } from 'react';
import { ShortcutLines } from '../../components/key-caps.tsx';
import { isTyping, openDialogs } from '../../lib/keyboard-focus.ts';
import {
  ALERT_LIST_LEGEND,
  ALERT_LIST_SHORTCUTS,
  actionForKey,
  keyName,
  useKeyDown,
} from '../../lib/keyboard-shortcuts.ts';

type AlertListKeyLegendProps = { enabled: boolean; onToggle: (enabled: boolean) => void };

export function AlertListKeyLegend({ enabled, onToggle }: AlertListKeyLegendProps) {
  return (
    <p className="key-legend">
      <Switch size="small" aria-label="Keyboard shortcuts" checked={enabled} onChange={onToggle} />
      <span className="quiet">Shortcuts</span>
      {enabled && <ShortcutLines actions={ALERT_LIST_LEGEND.actions} />}
    </p>
  );
}

export const CARD_ATTRIBUTE = 'data-alert-card';

/** j and k move between cards (as do the arrow keys on a card), Enter opens, r reviews, x selects. */
export function useCardKeys(
  list: RefObject<HTMLElement | null>,
  enabled: boolean,
  { onReview, onSelect }: { onReview: (id: number | null) => void; onSelect: (id: number) => void },
): void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || openDialogs().length > 0) return;
    const cards = [...(list.current?.querySelectorAll<HTMLElement>(`[${CARD_ATTRIBUTE}]`) ?? [])];
    const at = cards.findIndex((card) => card.closest('li')?.contains(document.activeElement));
    const card = cards[at];
    const id = card === undefined ? null : Number(card.getAttribute(CARD_ATTRIBUTE));
    // On other elements in a card, the arrow keys scroll the page.
    const arrow = card !== undefined && card === document.activeElement ? event.key : '';
    const action = actionForKey(ALERT_LIST_SHORTCUTS, keyName(event))?.name;
    if (action === 'next' || arrow === 'ArrowDown') cards[Math.min(at + 1, cards.length - 1)]?.focus();
    else if (action === 'previous' || arrow === 'ArrowUp') cards[Math.max(at - 1, 0)]?.focus();
    else if (action === 'review') onReview(id);
    else if (action === 'select' && id !== null) onSelect(id);
    else return;
    event.preventDefault();
  };
  useKeyDown(onKeyDown, { enabled });
}
