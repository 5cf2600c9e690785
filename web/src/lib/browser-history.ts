import { useEffect } from 'react';
import { type Navigator, parsePath, type To, useLocation } from 'react-router-dom';

/** URLs by history index, because browsers do not reveal them. In memory only, because URLs contain names. */
const visited = new Map<number, string>();

export function normalizeUrl({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search).toString();
  return params === '' ? pathname : `${pathname}?${params}`;
}

/** The router numbers the entries that it creates. */
function historyIndex(state: unknown = window.history.state): number {
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null;
  return typeof index === 'number' ? index : 0;
}

/** Number of steps back to `target` if only addresses accepted by `isPassed` lie between, else null. */
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

export function useRecordVisits(): void {
  const here = useLocation();
  useEffect(() => {
    visited.set(historyIndex(), normalizeUrl(here));
  }, [here]);
}

let guard: ((event: PopStateEvent) => void) | null = null;

// Listeners run in order of registration, so this must precede the router's (see app.tsx).
window.addEventListener('popstate', (event) => guard?.(event));

/**
 * Passes every navigation to another path to `hold` until the returned function is called. The router's blocker needs
 * a data router, so this replaces the navigator's methods and handles popstate before the router does.
 */
export function interceptNavigation(navigator: Navigator, hold: (go: () => void) => void): () => void {
  const { pathname } = window.location;
  const push = navigator.push.bind(navigator);
  const replace = navigator.replace.bind(navigator);
  let index = historyIndex();
  let isGoing = false;

  const isElsewhere = (to: To): boolean => {
    const target = typeof to === 'string' ? parsePath(to).pathname : to.pathname;
    return target !== undefined && target !== pathname;
  };
  navigator.push = (to, ...rest) => {
    if (isElsewhere(to)) hold(() => push(to, ...rest));
    else {
      push(to, ...rest);
      index = historyIndex();
    }
  };
  navigator.replace = (to, ...rest) => {
    if (isElsewhere(to)) hold(() => replace(to, ...rest));
    else replace(to, ...rest);
  };

  const onPop = (event: PopStateEvent): void => {
    if (isGoing) return;
    const target = historyIndex(event.state);
    if (window.location.pathname === pathname) {
      index = target;
      return;
    }
    event.stopImmediatePropagation();
    const distance = target - index;
    // The address has already changed: go back to the page that is still shown.
    window.history.go(-distance);
    hold(() => {
      isGoing = true;
      window.history.go(distance);
    });
  };
  guard = onPop;
  return () => {
    navigator.push = push;
    navigator.replace = replace;
    if (guard === onPop) guard = null;
  };
}
