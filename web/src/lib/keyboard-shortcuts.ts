import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isTyping, openDialogs } from './keyboard-focus.ts';

/** Something that keys do. */
export interface KeyAction {
  /** Each does it by itself, as the browser names it: `j`, `?`, `ArrowDown`, `Ctrl+Enter` (on a Mac also with Command). */
  keys: readonly string[];
  meaning: string;
}

type KeyActions = Readonly<Record<string, KeyAction>>;

/** Runs each action, none forgotten. @param at which of its keys was pressed, from 0 */
type KeyHandlers<Known extends KeyActions> = { readonly [Name in keyof Known]: (at: number) => void };

interface PressedAction<Known extends KeyActions> {
  name: keyof Known;
  /** Which of its keys, from 0. */
  at: number;
}

/** The key of an event as the registry writes it. Letters with Ctrl mean the same with Caps Lock on. */
export function keyName({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): string {
  if (!ctrlKey && !metaKey) return key;
  return `Ctrl+${key.length === 1 ? key.toLowerCase() : key}`;
}

/** What the key does; null: nothing here. */
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

/*
 * All keys of the application but those that every browser has. What is bound to keys takes them from here, and every legend
 * shows what stands here, so that they cannot disagree. Keys that lead to screens stand with the screens (app/screens.ts).
 */

export const GLOBAL_SHORTCUTS = {
  search: { keys: ['Ctrl+k'], meaning: 'search, go somewhere, do something' },
  overview: { keys: ['?'], meaning: 'all keys' },
} as const satisfies KeyActions;

/** Before the letter of a screen. */
export const GO_TO_KEY = 'g';

/** The rows of every table. */
export const TABLE_SHORTCUTS = {
  next: { keys: ['ArrowDown'], meaning: 'next row' },
  previous: { keys: ['ArrowUp'], meaning: 'previous row' },
  first: { keys: ['Home'], meaning: 'first row' },
  last: { keys: ['End'], meaning: 'last row' },
  open: { keys: ['Enter'], meaning: 'open' },
} as const satisfies KeyActions;

/** The cards of Fraud Detection. */
export const ALERT_LIST_SHORTCUTS = {
  next: { keys: ['j'], meaning: 'next' },
  previous: { keys: ['k'], meaning: 'previous' },
  review: { keys: ['r'], meaning: 'review' },
  select: { keys: ['x'], meaning: 'select' },
} as const satisfies KeyActions;

/** From one opened alert to another. */
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

// What the browser itself binds; said for the legends alone.
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

/** The overview, in its order. */
export const SHORTCUT_LEGENDS: readonly ShortcutLegend[] = [
  { title: 'Everywhere', actions: [GLOBAL_SHORTCUTS.search, GLOBAL_SHORTCUTS.overview, CLOSE] },
  { title: 'In tables', actions: Object.values(TABLE_SHORTCUTS) },
  ALERT_LIST_LEGEND,
  ALERT_LEGEND,
];

const SHORTCUTS_STORAGE_KEY = 'clearwatch.alert-keys';
const readers = new Set<() => void>();

/** Whether this browser's user works alerts by single keys; on unless turned off, the same wherever it is asked. */
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
 * Keys for the dialog or drawer that holds `container`, while it is the foremost one. Letters typed in a field are text;
 * only combinations with Ctrl mean the same there. Single keys can be turned off, combinations stay (WCAG 2.1.4).
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
