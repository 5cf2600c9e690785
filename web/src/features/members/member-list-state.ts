import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { MEMBER_SORTS, type MemberSort } from '@clearwatch/contracts/sort-orders';
import {
  ACTIVITY_BANDS,
  type ActivityBand,
  INCOME_BANDS,
  type IncomeBand,
} from '@clearwatch/domain/members/member-bands';
import type { SortOrder } from '../../components/tables/data-table.tsx';
import { readChoice, readPage, readText } from '../../lib/url-params.ts';

/** What the member list shows, as it stands in the address; empty text: not filtered by it. */
export interface MemberListState {
  search: string;
  riskLevel: RiskLevel | '';
  incomeBand: IncomeBand | '';
  activity: ActivityBand | '';
  sort: MemberSort;
  order: SortOrder;
  /** From 1. */
  page: number;
}

export const MEMBERS_PER_PAGE = 50;
const FILTERS = ['search', 'riskLevel', 'incomeBand', 'activity'] as const;

export const NO_MEMBER_FILTERS: Pick<MemberListState, (typeof FILTERS)[number]> = {
  search: '',
  riskLevel: '',
  incomeBand: '',
  activity: '',
};

export function isMemberSort(sort: string): sort is MemberSort {
  return MEMBER_SORTS.some((known) => known === sort);
}

export function readMemberList(params: URLSearchParams): MemberListState {
  const sort = params.get('sort') ?? '';
  return {
    search: readText(params, 'search'),
    riskLevel: readChoice(params, 'riskLevel', RISK_LEVELS),
    incomeBand: readChoice(params, 'incomeBand', INCOME_BANDS),
    activity: readChoice(params, 'activity', ACTIVITY_BANDS),
    sort: isMemberSort(sort) ? sort : 'name',
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    page: readPage(params),
  };
}

/** For the address: what is not said is by name, ascending, on the first page. */
export function writeMemberList(state: MemberListState): URLSearchParams {
  const params = filterParams(state);
  if (state.sort !== 'name' || state.order !== 'asc') {
    params.set('sort', state.sort);
    params.set('order', state.order);
  }
  if (state.page > 1) params.set('page', String(state.page));
  return params;
}

/** For reading one page from the server. */
export function memberListQuery(state: MemberListState): string {
  const params = filterParams(state);
  params.set('sort', state.sort);
  params.set('order', state.order);
  params.set('page', String(state.page));
  params.set('pageSize', String(MEMBERS_PER_PAGE));
  return params.toString();
}

export function isMemberListFiltered(state: MemberListState): boolean {
  return FILTERS.some((name) => state[name] !== '');
}

function filterParams(state: MemberListState): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of FILTERS) {
    if (state[name] !== '') params.set(name, state[name]);
  }
  return params;
}
