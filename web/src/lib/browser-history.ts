import { useEffect } from 'react';
import { type Navigator, parsePath, type To, useLocation } from 'react-router-dom';

/**
 * The addresses of this tab by their place in the browser's history, which itself does not tell them. In memory and nowhere
 * else: addresses hold names. After a reload they are unknown, and nobody is led back by guess.
 */
const visited = new Map<number, string>();

interface UrlParts {
  pathname: string;
  search: string;
}

/** One way to write an address, so that two can be compared. */
export function normalizeUrl({ pathname, search }: UrlParts): string {
  const params = new URLSearchParams(search).toString();
  return params === '' ? pathname : `${pathname}?${params}`;
}

/** Where the page stands in the browser's history: the router numbers the entries that it makes. */
function historyIndex(): number {
  const state: unknown = window.history.state;
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null;
  return typeof index === 'number' ? index : 0;
}

function recordVisit(here: UrlParts): void {
  visited.set(historyIndex(), normalizeUrl(here));
}

/**
 * How many steps lead back to an address over nothing but steps to be passed; null when it does not lie there.
 *
 * @param isPassed whether an address in between may be left out
 */
export function stepsBackTo(target: string, isPassed: (address: string) => boolean): number | null {
  const from = historyIndex();
  for (let at = from - 1; at >= 0; at -= 1) {
    const address = visited.get(at);
    if (address === undefined) return null;
    if (address === target) return from - at;
    if (!isPassed(address)) return null;
  }
  return null;
}

/** Notes where the tab has been, for what leads back there. */
export function useRecordVisits(): void {
  const here = useLocation();
  useEffect(() => recordVisit(here), [here]);
}

type Listener = (event: PopStateEvent) => void;

let guard: Listener | null = null;

// The window calls its listeners in the order in which they came, in Chromium those with capture too: to be heard before the
// router's, this one is there as soon as the application is loaded (app.tsx).
window.addEventListener('popstate', (event) => guard?.(event));

/** Until the returned function is called `listener` hears of the browser's way back and forward before the router does. */
function interceptPopState(listener: Listener): () => void {
  guard = listener;
  return () => {
    if (guard === listener) guard = null;
  };
}

/**
 * Until the returned function is called every way to another page is handed to `hold` instead of being taken: `hold` gets what
 * takes it after all. Another state of the same page, an opened entry for instance, is no other page. The router's own
 * blocker works only with its data routers: here its navigator is asked, and the browser's way back is heard before the
 * router hears it.
 */
export function interceptNavigation(navigator: Navigator, hold: (go: () => void) => void): () => void {
  const { pathname } = window.location;
  const push = navigator.push.bind(navigator);
  const replace = navigator.replace.bind(navigator);
  /** Where the page stands in the browser's history. */
  let index = historyIndexOf(window.history.state);
  let isGoing = false;

  const isElsewhere = (to: To): boolean => {
    const target = typeof to === 'string' ? parsePath(to).pathname : to.pathname;
    return target !== undefined && target !== pathname;
  };
  navigator.push = (to, ...rest) => {
    if (isElsewhere(to)) hold(() => push(to, ...rest));
    else {
      push(to, ...rest);
      index = historyIndexOf(window.history.state);
    }
  };
  navigator.replace = (to, ...rest) => {
    if (isElsewhere(to)) hold(() => replace(to, ...rest));
    else replace(to, ...rest);
  };

  const onPop = (event: PopStateEvent): void => {
    if (isGoing) return;
    const target = historyIndexOf(event.state);
    if (window.location.pathname === pathname) {
      index = target;
      return;
    }
    event.stopImmediatePropagation();
    const distance = target - index;
    // The address has changed already: back to where the page still is.
    window.history.go(-distance);
    hold(() => {
      isGoing = true;
      window.history.go(distance);
    });
  };
  const hearNoMore = interceptPopState(onPop);
  return () => {
    navigator.push = push;
    navigator.replace = replace;
    hearNoMore();
  };
}

/** React Router numbers the entries that it makes. */
function historyIndexOf(state: unknown): number {
  const index = typeof state === 'object' && state !== null ? (state as { idx?: unknown }).idx : null;
  return typeof index === 'number' ? index : 0;
}
