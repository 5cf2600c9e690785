import type { SavedView, ViewScreen } from '@clearwatch/contracts/saved-views.dto';

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
export function isShown({ query, canonical, columns }: ViewedList, view: ViewOfList): boolean {
  return (
    canonical(view.query) === query && (columns === undefined || isSame(view.hiddenColumns, columns.hidden))
  );
}

/** What a view of the list as it is now would keep. */
export function asShown({ query, columns }: ViewedList): ViewOfList {
  return { query, hiddenColumns: [...(columns?.hidden ?? [])] };
}

function isSame(titles: readonly string[], others: readonly string[]): boolean {
  return titles.length === others.length && titles.every((title) => others.includes(title));
}
