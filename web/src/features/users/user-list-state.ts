import { pageIn, textIn } from '../../addresses/read-param.ts';

interface UserListState {
  /** Empty: everybody. */
  search: string;
  /** From 1. */
  page: number;
}

/** What the list of users shows, as it stands in the address. */
export const USER_LIST = {
  read: (params: URLSearchParams): UserListState => ({
    search: textIn(params, 'search'),
    page: pageIn(params),
  }),
  write: ({ search, page }: UserListState): URLSearchParams => {
    const params = new URLSearchParams();
    if (search !== '') params.set('search', search);
    if (page > 1) params.set('page', String(page));
    return params;
  },
};
