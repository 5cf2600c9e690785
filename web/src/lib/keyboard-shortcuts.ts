import { type RefObject, useEffect, useEffectEvent } from 'react';
import { createStore } from './browser-state.ts';
import { isTyping, openDialogs } from './keyboard-focus.ts';

export interface KeyAction {
  /** As browsers name them: `j`, `?`, `ArrowDown`. `Ctrl+Enter` also stands for Command+Enter on a Mac. */
  keys: readonly string[];
  meaning: string;
}

type KeyActions = Readonly<Record<string, KeyAction>>;

/** @param at index of the pressed key among the action's keys */
type KeyHandlers<Known extends KeyActions> = { readonly [Name in keyof Known]: (at: number) => void };

/** Letters with Ctrl are case-insensitive (Caps Lock). */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): string {
  const { key } = event;
  if (!event.ctrlKey && !event.metaKey) return key;
  return `Ctrl+${key.length === 1 ? key.toLowerCase() : key}`;
}

export function actionForKey<Known extends KeyActions>(actions: Known, key: string) {
  for (const name of Object.keys(actions) as (keyof Known)[]) {
    const at = actions[name]?.keys.indexOf(key) ?? -1;
    if (at >= 0) return { name, at };
  }
  return null;
}

// All shortcuts and their legends. The letters that open screens are in app/screens.ts.

export const GLOBAL_SHORTCUTS = {
  search: { keys: ['Ctrl+k'], meaning: 'search and commands' },
  overview: { keys: ['?'], meaning: 'all shortcuts' },
} as const satisfies KeyActions;

export const GO_TO_KEY = 'g';

export const TABLE_SHORTCUTS = {
  next: { keys: ['ArrowDown'], meaning: 'next row' },
  previous: { keys: ['ArrowUp'], meaning: 'previous row' },
  first: { keys: ['Home'], meaning: 'first row' },
  last: { keys: ['End'], meaning: 'last row' },
  open: { keys: ['Enter'], meaning: 'open' },
} as const satisfies KeyActions;

export const ALERT_LIST_SHORTCUTS = {
  next: { keys: ['j'], meaning: 'next' },
  previous: { keys: ['k'], meaning: 'previous' },
  review: { keys: ['r'], meaning: 'review' },
  select: { keys: ['x'], meaning: 'select' },
} as const satisfies KeyActions;

export const ALERT_NAVIGATION_SHORTCUTS = {
  next: { keys: ['j'], meaning: 'next' },
  previous: { keys: ['k'], meaning: 'previous' },
  legend: { keys: ['?'], meaning: 'show shortcuts' },
} as const satisfies KeyActions;

export const ALERT_REVIEW_SHORTCUTS = {
  review: { keys: ['r'], meaning: 'go to the review' },
  choose: { keys: ['1', '2', '3', '4'], meaning: 'choose the outcome' },
  save: { keys: ['Ctrl+Enter'], meaning: 'save' },
} as const satisfies KeyActions;

// Handled by the browser or antd; only shown in legends.
const OPEN: KeyAction = { keys: ['Enter'], meaning: 'open' };
const CLOSE: KeyAction = { keys: ['Escape'], meaning: 'close' };

type ShortcutLegend = { title: string; actions: readonly KeyAction[] };

const { next, previous, review, select } = ALERT_LIST_SHORTCUTS;
export const ALERT_LIST_LEGEND: ShortcutLegend = {
  title: 'In the alert list',
  actions: [next, previous, OPEN, review, select],
};

const { legend, ...neighbors } = ALERT_NAVIGATION_SHORTCUTS;
export const ALERT_LEGEND: ShortcutLegend = {
  title: 'In an open alert',
  actions: [...Object.values(neighbors), ...Object.values(ALERT_REVIEW_SHORTCUTS), legend, CLOSE],
};

export const SHORTCUT_LEGENDS: readonly ShortcutLegend[] = [
  { title: 'Everywhere', actions: [GLOBAL_SHORTCUTS.search, GLOBAL_SHORTCUTS.overview, CLOSE] },
  { title: 'In tables', actions: Object.values(TABLE_SHORTCUTS) },
  ALERT_LIST_LEGEND,
  ALERT_LEGEND,
];

const STORAGE_KEY = 'clearwatch.alert-keys';
const changeCount = createStore(0);

export function useShortcutsEnabled(): [boolean, (enabled: boolean) => void] {
  changeCount.use();
  const setEnabled = (enabled: boolean): void => {
    if (enabled) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
    changeCount.set(changeCount.get() + 1);
  };
  return [localStorage.getItem(STORAGE_KEY) !== 'off', setEnabled];
}

/** Handles keys pressed anywhere on the page. @param capture true to run before the handlers on elements */
export function useKeyDown(
  handler: (event: KeyboardEvent) => void,
  { enabled = true, capture = false }: { enabled?: boolean; capture?: boolean } = {},
): void {
  const onKeyDown = useEffectEvent(handler);
  useEffect(() => {
    if (!enabled) return;
    document.addEventListener('keydown', onKeyDown, { capture });
    return () => document.removeEventListener('keydown', onKeyDown, { capture });
  }, [enabled, capture]);
}

/** In a field, only combinations with Ctrl count. Single keys can be turned off; combinations cannot (WCAG 2.1.4). */
export function useDialogShortcuts<Known extends KeyActions>(
  container: RefObject<HTMLElement | null>,
  { actions, enabled, handlers }: { actions: Known; enabled: boolean; handlers: KeyHandlers<Known> },
): void {
  useKeyDown((event) => {
    const isCombined = event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || event.altKey || event.repeat) return;
    if (!isCombined && (!enabled || isTyping(event.target))) return;
    const action = actionForKey(actions, keyName(event));
    const dialog = container.current?.closest('[role="dialog"]');
    if (action === null || dialog == null || openDialogs().some((open) => open !== dialog)) return;
    event.preventDefault();
    handlers[action.name](action.at);
  });
}
