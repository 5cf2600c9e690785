import { type Navigator, parsePath, type To } from 'react-router-dom';
import { hearWayBack } from './way-back.ts';

/**
 * Until the returned function is called every way to another page is handed to `hold` instead of being taken: `hold` gets what
 * takes it after all. Another state of the same page, an opened entry for instance, is no other page. The router's own
 * blocker works only with its data routers: here its navigator is asked, and the browser's way back is heard before the
 * router hears it.
 */
export function holdNavigation(navigator: Navigator, hold: (go: () => void) => void): () => void {
  const { pathname } = window.location;
  const push = navigator.push.bind(navigator);
  const replace = navigator.replace.bind(navigator);
  /** Where the page stands in the browser's history. */
  let index = indexOf(window.history.state);
  let isGoing = false;

  const isElsewhere = (to: To): boolean => {
    const target = typeof to === 'string' ? parsePath(to).pathname : to.pathname;
    return target !== undefined && target !== pathname;
  };
  navigator.push = (to, ...rest) => {
    if (isElsewhere(to)) hold(() => push(to, ...rest));
    else {
      push(to, ...rest);
      index = indexOf(window.history.state);
    }
  };
  navigator.replace = (to, ...rest) => {
    if (isElsewhere(to)) hold(() => replace(to, ...rest));
    else replace(to, ...rest);
  };

  const onPop = (event: PopStateEvent): void => {
    if (isGoing) return;
    const target = indexOf(event.state);
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
  const hearNoMore = hearWayBack(onPop);
  return () => {
    navigator.push = push;
    navigator.replace = replace;
    hearNoMore();
  };
}

/** React Router numbers the entries that it makes. */
function indexOf(state: unknown): number {
  const index = typeof state === 'object' && state !== null ? (state as { idx?: unknown }).idx : null;
  return typeof index === 'number' ? index : 0;
}
