import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { COMPANY_SORTS, type CompanySort } from '@clearwatch/contracts/sort-orders';
import type { SortOrder } from '../../components/tables/data-table.tsx';
import { readChoice, readPage, readText } from '../../lib/url-params.ts';

/** Figures that a list of companies can be limited by. */
export const LIMITED_FIGURES = ['members', 'credits', 'debits', 'volume'] as const;
export type LimitedFigure = (typeof LIMITED_FIGURES)[number];

/** Both comparisons are strict (spec, section 5). */
export const COMPARISONS = ['Above', 'Below'] as const;
export type Comparison = (typeof COMPARISONS)[number];

type LimitName = `${LimitedFigure}${Comparison}`;
type Limits = Record<LimitName, string>;

/** What the company list shows, as it stands in the address; empty text: not filtered by it. */
export interface CompanyListState extends Limits {
  search: string;
  company: string;
  riskLevel: RiskLevel | '';
  sort: CompanySort;
  order: SortOrder;
  /** From 1. */
  page: number;
}

export const COMPANIES_PER_PAGE = 50;
const LIMIT_NAMES = LIMITED_FIGURES.flatMap((figure) =>
  COMPARISONS.map((comparison): LimitName => `${figure}${comparison}`),
);
const ADVANCED_FILTERS = ['company', 'riskLevel', ...LIMIT_NAMES] as const;
const FILTERS = ['search', ...ADVANCED_FILTERS] as const;

type Filters = Pick<CompanyListState, (typeof FILTERS)[number]>;

export const NO_COMPANY_FILTERS: Filters = {
  search: '',
  company: '',
  riskLevel: '',
  membersAbove: '',
  membersBelow: '',
  creditsAbove: '',
  creditsBelow: '',
  debitsAbove: '',
  debitsBelow: '',
  volumeAbove: '',
  volumeBelow: '',
};

export function isCompanySort(sort: string): sort is CompanySort {
  return COMPANY_SORTS.some((known) => known === sort);
}

export function readCompanyList(params: URLSearchParams): CompanyListState {
  const sort = params.get('sort') ?? '';
  return {
    ...readLimits(params),
    search: readText(params, 'search'),
    company: readText(params, 'company'),
    riskLevel: readChoice(params, 'riskLevel', RISK_LEVELS),
    sort: isCompanySort(sort) ? sort : 'partnershipScore',
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
    page: readPage(params),
  };
}

/** One limit for each figure, as the filters show it: a hidden second one would empty the list for no reason in sight. */
function readLimits(params: URLSearchParams): Limits {
  const limits: Partial<Limits> = {};
  for (const figure of LIMITED_FIGURES) {
    const above = readText(params, `${figure}Above`);
    limits[`${figure}Above`] = above;
    limits[`${figure}Below`] = above === '' ? readText(params, `${figure}Below`) : '';
  }
  return limits as Limits;
}

/** For the address: what is not said is by partnership score, descending, on the first page. */
export function writeCompanyList(state: CompanyListState): URLSearchParams {
  const params = filterParams(state);
  if (state.sort !== 'partnershipScore' || state.order !== 'desc') {
    params.set('sort', state.sort);
    params.set('order', state.order);
  }
  if (state.page > 1) params.set('page', String(state.page));
  return params;
}

/** For reading one page from the server. */
export function companyListQuery(state: CompanyListState): string {
  const params = filterParams(state);
  params.set('sort', state.sort);
  params.set('order', state.order);
  params.set('page', String(state.page));
  params.set('pageSize', String(COMPANIES_PER_PAGE));
  return params.toString();
}

export function isCompanyListFiltered(state: CompanyListState): boolean {
  return FILTERS.some((name) => state[name] !== '');
}

/** By anything but the search box. */
export function hasAdvancedCompanyFilters(state: CompanyListState): boolean {
  return ADVANCED_FILTERS.some((name) => state[name] !== '');
}

function filterParams(state: CompanyListState): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of FILTERS) {
    if (state[name] !== '') params.set(name, state[name]);
  }
  return params;
}
