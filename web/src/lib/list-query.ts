import { readChoice, readPage } from './url-params.ts';
import type { UrlStateFormat } from './use-url-state.ts';

export function readMatching(form: RegExp): (params: URLSearchParams, name: string) => string {
  return (params, name) => {
    const value = params.get(name)?.trim() ?? '';
    return form.test(value) ? value : '';
  };
}

export const readChoiceOf =
  <Word extends string>(words: readonly Word[]) =>
  (params: URLSearchParams, name: string): Word | '' =>
    readChoice(params, name, words);

type FilterReaders<Filters> = {
  readonly [Name in keyof Filters]: (params: URLSearchParams, name: string) => Filters[Name];
};

export function filterFormat<Filters extends Record<keyof Filters, string>>(readers: FilterReaders<Filters>) {
  const names = Object.keys(readers) as (keyof Filters & string)[];
  const fill = (value: (name: keyof Filters & string) => string): Filters =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as Filters;
  return {
    names,
    none: fill(() => ''),
    read: (params: URLSearchParams): Filters => fill((name) => readers[name](params, name)),
    write: (state: Partial<Filters>, params = new URLSearchParams()): URLSearchParams => {
      for (const name of names) if ((state[name] ?? '') !== '') params.set(name, state[name] ?? '');
      return params;
    },
    isFiltered: (state: Filters): boolean => names.some((name) => state[name] !== ''),
  };
}

interface SortedListOptions<Filters, Sort> {
  filters: FilterReaders<Filters>;
  sorts: readonly Sort[];
  first: { sort: Sort; order: 'asc' | 'desc' };
  pageSize: number;
}

export function sortedListFormat<Filters extends Record<keyof Filters, string>, Sort extends string>(
  options: SortedListOptions<Filters, Sort>,
) {
  const { filters, sorts, first, pageSize } = options;
  type State = Filters & { sort: Sort; order: 'asc' | 'desc'; page: number };
  const format = filterFormat(filters);
  const other = first.order === 'asc' ? 'desc' : 'asc';
  return {
    ...format,
    read: (params: URLSearchParams): State => ({
      ...format.read(params),
      sort: readChoice(params, 'sort', sorts) || first.sort,
      order: params.get('order') === other ? other : first.order,
      page: readPage(params),
    }),
    write: (state: State): URLSearchParams => {
      const params = format.write(state);
      const isFirst = state.sort === first.sort && state.order === first.order;
      for (const name of isFirst ? [] : (['sort', 'order'] as const)) params.set(name, state[name]);
      if (state.page > 1) params.set('page', String(state.page));
      return params;
    },
    /** Clicking a column sorts by it in its default order, and clicking it again reverses the order. */
    sorting: (state: State, change: (part: Partial<State>) => void) => ({
      sort: state.sort,
      order: state.order,
      onSort: (name: string): void => {
        const sort = sorts.find((known) => known === name);
        const order = state.sort === sort && state.order === first.order ? other : first.order;
        if (sort !== undefined) change({ sort, order } as Partial<State>);
      },
    }),
    query: (state: State): string => {
      const { sort, order, page } = state;
      const paging = new URLSearchParams({ sort, order, page: String(page), pageSize: String(pageSize) });
      return new URLSearchParams([...format.write(state), ...paging]).toString();
    },
  };
}

export const canonicalQuery =
  <State extends { page: number }>({ read, write }: UrlStateFormat<State>) =>
  (query: string): string =>
    write({ ...read(new URLSearchParams(query)), page: 1 }).toString();

export const isRangeReversed = ({ from, to }: { from: string; to: string }): boolean =>
  from !== '' && to !== '' && to < from;
