import type { Deed, Deeds } from './deeds.ts';

/*
 * All keys of the application but those that every browser has. What is bound to keys takes them from here, and every legend
 * shows what stands here, so that they cannot disagree. Keys that lead to screens stand with the screens (app/screens.ts).
 */

export const EVERYWHERE = {
  search: { keys: ['Ctrl+k'], meaning: 'search, go somewhere, do something' },
  overview: { keys: ['?'], meaning: 'all keys' },
} as const satisfies Deeds;

/** Before the letter of a screen. */
export const GO_TO = 'g';

/** The rows of every table. */
export const TABLE_ROWS = {
  next: { keys: ['ArrowDown'], meaning: 'next row' },
  previous: { keys: ['ArrowUp'], meaning: 'previous row' },
  first: { keys: ['Home'], meaning: 'first row' },
  last: { keys: ['End'], meaning: 'last row' },
  open: { keys: ['Enter'], meaning: 'open' },
} as const satisfies Deeds;

/** The cards of Fraud Detection. */
export const ALERT_CARDS = {
  next: { keys: ['j'], meaning: 'next' },
  previous: { keys: ['k'], meaning: 'previous' },
  review: { keys: ['r'], meaning: 'review' },
  select: { keys: ['x'], meaning: 'select' },
} as const satisfies Deeds;

/** From one opened alert to another. */
export const ALERT_NEIGHBOURS = {
  next: { keys: ['j'], meaning: 'next' },
  previous: { keys: ['k'], meaning: 'previous' },
  legend: { keys: ['?'], meaning: 'this legend' },
} as const satisfies Deeds;

export const ALERT_DECISION = {
  review: { keys: ['r'], meaning: 'to the review' },
  choose: { keys: ['1', '2', '3', '4'], meaning: 'choose the outcome' },
  save: { keys: ['Ctrl+Enter'], meaning: 'save' },
} as const satisfies Deeds;

// What the browser itself binds; said for the legends alone.
const OPEN: Deed = { keys: ['Enter'], meaning: 'open' };
const CLOSE: Deed = { keys: ['Escape'], meaning: 'close' };

interface Legend {
  title: string;
  deeds: readonly Deed[];
}

export const ALERT_CARDS_LEGEND: Legend = {
  title: 'In the list of alerts',
  deeds: [ALERT_CARDS.next, ALERT_CARDS.previous, OPEN, ALERT_CARDS.review, ALERT_CARDS.select],
};

export const ALERT_LEGEND: Legend = {
  title: 'In an opened alert',
  deeds: [
    ALERT_NEIGHBOURS.next,
    ALERT_NEIGHBOURS.previous,
    ALERT_DECISION.review,
    ALERT_DECISION.choose,
    ALERT_DECISION.save,
    ALERT_NEIGHBOURS.legend,
    CLOSE,
  ],
};

/** The overview, in its order. */
export const LEGENDS: readonly Legend[] = [
  { title: 'Everywhere', deeds: [EVERYWHERE.search, EVERYWHERE.overview, CLOSE] },
  { title: 'In tables', deeds: Object.values(TABLE_ROWS) },
  ALERT_CARDS_LEGEND,
  ALERT_LEGEND,
];
