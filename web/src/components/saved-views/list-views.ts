import type { SavedView, ViewScreen } from '@clearwatch/contracts/saved-views.dto';
import { useEffect, useRef } from 'react';
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom';
import { SKIP_DEFAULT_VIEW } from '../../lib/page-paths.ts';
import { readPositiveInteger } from '../../lib/url-params.ts';

/** What a list tells of itself so that views of it can be kept and opened. */
export interface ListWithViews {
  screen: ViewScreen;
  /** A query as the list would write it: names it knows, in its order, without the page. */
  canonical: (query: string) => string;
  /** The columns it does without, where they can be chosen. */
  columns?: { hidden: readonly string[]; hide: (titles: string[]) => void };
}

/** The list as it stands now. */
export interface ViewedList extends ListWithViews {
  /** The address's query, as the list would write it. */
  query: string;
}

type ViewOfList = Pick<SavedView, 'query' | 'hiddenColumns'>;

/** Whether the list shows this view now. A list without columns to choose is what its address says. */
export function isViewShown({ query, canonical, columns }: ViewedList, view: ViewOfList): boolean {
  return (
    canonical(view.query) === query && (columns === undefined || isSame(view.hiddenColumns, columns.hidden))
  );
}

/** What a view of the list as it is now would keep. */
export function currentView({ query, columns }: ViewedList): ViewOfList {
  return { query, hiddenColumns: [...(columns?.hidden ?? [])] };
}

function isSame(titles: readonly string[], others: readonly string[]): boolean {
  return titles.length === others.length && titles.every((title) => others.includes(title));
}

/**
 * Opens a view: the address becomes its query, as the list itself would write it, so that an old view or one of a colleague
 * can say nothing the list does not know; and the columns become its columns.
 */
export function useOpenView({ canonical, columns }: ListWithViews) {
  const navigate = useNavigate();
  return (view: SavedView, replace = {} as { replace?: true }): void => {
    void navigate({ search: canonical(view.query) }, replace);
    columns?.hide([...view.hiddenColumns]);
  };
}

const VIEW_PARAM = 'view';

/** Where a list shows a view: what it asks for stands there already, its columns follow when the views are known. */
export function viewUrl(path: string, { id, query }: Pick<SavedView, 'id' | 'query'>): string {
  const params = new URLSearchParams(query);
  params.set(VIEW_PARAM, String(id));
  return `${path}?${params.toString()}`;
}

/** Opens the view that the address names, in its place: afterwards the address says what is shown, as the list writes it. */
export function useViewFromUrl(list: ListWithViews, views: readonly SavedView[] | undefined): void {
  const [params] = useSearchParams();
  const viewId = readPositiveInteger(params, VIEW_PARAM);
  const view = viewId === null ? undefined : views?.find(({ id }) => id === viewId);
  const open = useOpenView(list);
  useEffect(() => {
    if (view !== undefined) open(view, { replace: true });
  });
}

/** What a query asks for, as plain words: "Risk level: high · Search: dana". */
export function describeQuery(query: string): string {
  const words = [...new URLSearchParams(query)].map(([name, value]) => `${humanizeName(name)}: ${value}`);
  return words.length === 0 ? 'Everything' : words.join(' · ');
}

/** "riskLevel" as "Risk level". */
function humanizeName(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

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
  return search === '' && state !== SKIP_DEFAULT_VIEW && (type !== NavigationType.Pop || key === FIRST);
}
