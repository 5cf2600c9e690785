export type SortOrder = 'asc' | 'desc';

/** How a list is sorted, by names that the server knows. */
export interface Sorting {
  sort: string;
  order: SortOrder;
}

/** A table that can be sorted: by what it is, and what a click on a heading does. */
export interface TableSorting extends Sorting {
  onSort: (sort: string) => void;
}

/** What a click on a column's heading makes of the order: the one that is sorted by turns round, another begins. */
export function nextSorting(current: Sorting, sort: string, first: SortOrder): Sorting {
  if (current.sort !== sort) return { sort, order: first };
  return { sort, order: current.order === 'asc' ? 'desc' : 'asc' };
}
