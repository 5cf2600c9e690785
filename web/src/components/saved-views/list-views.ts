import type { SavedView, ViewScreen } from '@clearwatch/contracts/saved-views.dto';
import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { SKIP_DEFAULT_VIEW } from '../../lib/page-paths.ts';
import { readPositiveInteger, withParams } from '../../lib/url-params.ts';

export interface ListWithViews {
  screen: ViewScreen;
  /** The query in the form that the list writes, without the page number. */
  canonical: (query: string) => string;
  columns?: { hidden: readonly string[]; hide: (titles: string[]) => void };
}

export interface ViewedList extends ListWithViews {
  query: string;
}

type ViewOfList = Pick<SavedView, 'query' | 'hiddenColumns'>;

/** A list without a column chooser is defined by its URL. */
export function isViewShown({ query, canonical, columns }: ViewedList, view: ViewOfList): boolean {
  if (canonical(view.query) !== query) return false;
  return columns === undefined || isSame(view.hiddenColumns, columns.hidden);
}

const isSame = (titles: readonly string[], others: readonly string[]): boolean =>
  titles.length === others.length && titles.every((title) => others.includes(title));

export function currentView({ query, columns }: ViewedList): ViewOfList {
  return { query, hiddenColumns: [...(columns?.hidden ?? [])] };
}

/** The list rewrites the query, which removes unknown parameters from old or shared views. */
export function useOpenView({ canonical, columns }: ListWithViews) {
  const navigate = useNavigate();
  return (view: SavedView, replace = {} as { replace?: true }): void => {
    void navigate({ search: canonical(view.query) }, replace);
    columns?.hide([...view.hiddenColumns]);
  };
}

const VIEW_PARAM = 'view';

/** The URL contains the query; the columns are set when the views have loaded. */
export function viewUrl(path: string, { id, query }: Pick<SavedView, 'id' | 'query'>): string {
  return `${path}?${withParams(query, { [VIEW_PARAM]: String(id) })}`;
}

/** Replaces the view parameter with the view's query, as the list writes it. */
export function useViewFromUrl(list: ListWithViews, views: readonly SavedView[] | undefined): void {
  const [params] = useSearchParams();
  const viewId = readPositiveInteger(params, VIEW_PARAM);
  const view = viewId === null ? undefined : views?.find(({ id }) => id === viewId);
  const open = useOpenView(list);
  useEffect(() => {
    if (view !== undefined) open(view, { replace: true });
  });
}

export function describeQuery(query: string): string {
  const texts = [...new URLSearchParams(query)].map(([name, value]) => {
    // "riskLevel" → "Risk level"
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${value}`;
  });
  return texts.length === 0 ? 'Everything' : texts.join(' · ');
}

/** The router's key for the first page. */
const FIRST = 'default';

/** Applies only on arrival without a query, not on Back and not after user actions. */
export function useDefaultView(list: ListWithViews, views: readonly SavedView[] | undefined): void {
  const location = useLocation();
  const isFresh = useNavigationType() !== NavigationType.Pop || location.key === FIRST;
  const isArrival = isFresh && location.search === '' && location.state !== SKIP_DEFAULT_VIEW;
  const arrival = useRef({ key: location.key, isOpen: isArrival });
  const open = useOpenView(list);
  useEffect(() => {
    const { current } = arrival;
    if (!current.isOpen || views === undefined) return;
    current.isOpen = false;
    const view = views.find(({ isDefault }) => isDefault);
    if (view !== undefined && location.key === current.key) open(view, { replace: true });
  });
}
