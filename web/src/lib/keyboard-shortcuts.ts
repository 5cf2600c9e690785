import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isTyping, openDialogs } from './keyboard-focus.ts';

export interface KeyAction {
  /** As the browser names them: `j`, `?`, `ArrowDown`, `Ctrl+Enter` (on a Mac also with Command). */
  keys: readonly string[];
  meaning: string;
}

type KeyActions = Readonly<Record<string, KeyAction>>;

type KeyHandlers<Known extends KeyActions> = { readonly [Name in keyof Known]: (at: number) => void };

interface PressedAction<Known extends KeyActions> {
  name: keyof Known;
  at: number;
}

/** Letters with Ctrl are case-insensitive (Caps Lock). */
export function keyName({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): string {
  if (!ctrlKey && !metaKey) return key;
  return `Ctrl+${key.length === 1 ? key.toLowerCase() : key}`;
}

export function actionForKey<Known extends KeyActions>(
  actions: Known,
  key: string,
): PressedAction<Known> | null {
  for (const name of Object.keys(actions)) {
    const at = actions[name]?.keys.indexOf(key) ?? -1;
    if (at >= 0) return { name, at };
  }
  return null;
}

// All shortcuts and their legends. Keys of screens are in app/screens.ts.

export const GLOBAL_SHORTCUTS = {
  search: { keys: ['Ctrl+k'], meaning: 'search, go somewhere, do something' },
  overview: { keys: ['?'], meaning: 'all keys' },
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
  legend: { keys: ['?'], meaning: 'this legend' },
} as const satisfies KeyActions;

export const ALERT_REVIEW_SHORTCUTS = {
  review: { keys: ['r'], meaning: 'to the review' },
  choose: { keys: ['1', '2', '3', '4'], meaning: 'choose the outcome' },
  save: { keys: ['Ctrl+Enter'], meaning: 'save' },
} as const satisfies KeyActions;

// Handled by the browser; only shown in legends.
const OPEN: KeyAction = { keys: ['Enter'], meaning: 'open' };
const CLOSE: KeyAction = { keys: ['Escape'], meaning: 'close' };

interface ShortcutLegend {
  title: string;
  actions: readonly KeyAction[];
}

export const ALERT_LIST_LEGEND: ShortcutLegend = {
  title: 'In the list of alerts',
  actions: [
    ALERT_LIST_SHORTCUTS.next,
    ALERT_LIST_SHORTCUTS.previous,
    OPEN,
    ALERT_LIST_SHORTCUTS.review,
    ALERT_LIST_SHORTCUTS.select,
  ],
};

export const ALERT_LEGEND: ShortcutLegend = {
  title: 'In an opened alert',
  actions: [
    ALERT_NAVIGATION_SHORTCUTS.next,
    ALERT_NAVIGATION_SHORTCUTS.previous,
    ALERT_REVIEW_SHORTCUTS.review,
    ALERT_REVIEW_SHORTCUTS.choose,
    ALERT_REVIEW_SHORTCUTS.save,
    ALERT_NAVIGATION_SHORTCUTS.legend,
    CLOSE,
  ],
};

export const SHORTCUT_LEGENDS: readonly ShortcutLegend[] = [
  { title: 'Everywhere', actions: [GLOBAL_SHORTCUTS.search, GLOBAL_SHORTCUTS.overview, CLOSE] },
  { title: 'In tables', actions: Object.values(TABLE_SHORTCUTS) },
  ALERT_LIST_LEGEND,
  ALERT_LEGEND,
];

const SHORTCUTS_STORAGE_KEY = 'clearwatch.alert-keys';
const readers = new Set<() => void>();

export function useShortcutsEnabled(): [boolean, (enabled: boolean) => void] {
  return [useSyncExternalStore(subscribe, areEnabled), setEnabled];
}

function areEnabled(): boolean {
  return localStorage.getItem(SHORTCUTS_STORAGE_KEY) !== 'off';
}

function setEnabled(enabled: boolean): void {
  if (enabled) localStorage.removeItem(SHORTCUTS_STORAGE_KEY);
  else localStorage.setItem(SHORTCUTS_STORAGE_KEY, 'off');
  for (const reader of readers) reader();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/**
 * Shortcuts of the topmost dialog or drawer. In a field only combinations with Ctrl count. Single keys can be turned
 * off, combinations cannot (WCAG 2.1.4).
 */
export function useDialogShortcuts<Known extends KeyActions>(
  container: RefObject<HTMLElement | null>,
  { actions, enabled, handlers }: { actions: Known; enabled: boolean; handlers: KeyHandlers<Known> },
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    const isCombined = event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || event.altKey || event.repeat) return;
    if (!isCombined && (!enabled || isTyping(event.target))) return;
    const action = actionForKey(actions, keyName(event));
    if (action === null || !isTopmostDialog(container.current)) return;
    event.preventDefault();
    handlers[action.name](action.at);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTopmostDialog(place: HTMLElement | null): boolean {
  const dialog = place?.closest('[role="dialog"]');
  return dialog != null && openDialogs().every((open) => open === dialog);
}
