import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { COMPANY_SORTS } from '@clearwatch/contracts/sort-orders';
import { readChoiceOf, sortedListFormat } from '../../lib/list-query.ts';
import { readText } from '../../lib/url-params.ts';

export const LIMITED_FIGURES = ['members', 'credits', 'debits', 'volume'] as const;
export type LimitedFigure = (typeof LIMITED_FIGURES)[number];

/** Both comparisons are strict (spec section 5). */
export const COMPARISONS = ['Above', 'Below'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const COMPANIES_PER_PAGE = 50;

/** The filters show one limit per figure. A second, hidden limit could empty the list. */
const readUpperLimit = (params: URLSearchParams, name: string): string =>
  readText(params, name.replace('Below', 'Above')) === '' ? readText(params, name) : '';

export const COMPANY_LIST = sortedListFormat({
  filters: {
    search: readText,
    company: readText,
    riskLevel: readChoiceOf(RISK_LEVELS),
    membersAbove: readText,
    membersBelow: readUpperLimit,
    creditsAbove: readText,
    creditsBelow: readUpperLimit,
    debitsAbove: readText,
    debitsBelow: readUpperLimit,
    volumeAbove: readText,
    volumeBelow: readUpperLimit,
  },
  sorts: COMPANY_SORTS,
  first: { sort: 'partnershipScore', order: 'desc' },
  pageSize: COMPANIES_PER_PAGE,
});

export type CompanyListState = ReturnType<typeof COMPANY_LIST.read>;
