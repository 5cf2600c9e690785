import type { SavedView } from '@clearwatch/contracts/saved-views.dto';
import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { AS_IT_WAS } from '../addresses/as-it-was.ts';
import type { ListWithViews } from './list-views.ts';
import { useOpenView } from './use-open-view.ts';

/** The router's name for the page that the browser opened by itself. */
const FIRST = 'default';

/**
 * Shows the user's default view when the screen is opened without saying what to show. Only on arrival, and never on the way
 * back: whoever cleared the filters, or went back to an unfiltered list, meant that. Does nothing once the user has acted.
 */
export function useDefaultView(list: ListWithViews, views: readonly SavedView[] | undefined): void {
  const location = useLocation();
  const arrival = useRef({ key: location.key, isOpen: useIsArrival() });
  const open = useOpenView(list);
  useEffect(() => {
    const { current } = arrival;
    if (!current.isOpen || views === undefined) return;
    current.isOpen = false;
    const view = views.find(({ isDefault }) => isDefault);
    if (view !== undefined && location.key === current.key) open(view, { replace: true });
  });
}

function useIsArrival(): boolean {
  const { key, search, state } = useLocation();
  const type = useNavigationType();
  return search === '' && state !== AS_IT_WAS && (type !== NavigationType.Pop || key === FIRST);
}
