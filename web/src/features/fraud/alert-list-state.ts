import {
  ACTIVITY_CATEGORIES,
  ACTIVITY_TYPES,
  type ActivityCategory,
  categoryOf,
  REVIEW_OUTCOMES,
  RISK_LEVELS,
  type RiskLevel,
} from '@clearwatch/contracts/alerts';
import { filterFormat, readChoiceOf, readMatching } from '../../lib/list-query.ts';
import { readChoice, readDay, readPage, readText, withParams } from '../../lib/url-params.ts';

export const ALERT_TABS = ['all', 'high', 'unreviewed', 'categories', 'velocity'] as const;
export type AlertTab = (typeof ALERT_TABS)[number];

interface TabText {
  label: string;
  /** Spec section 2. */
  empty: string;
}

export const TAB_TEXT: Record<AlertTab, TabText> = {
  all: { label: 'All Alerts', empty: 'No unusual activities detected.' },
  high: { label: 'High Risk', empty: 'No high-risk alerts detected.' },
  unreviewed: { label: 'Unreviewed', empty: 'All alerts have been reviewed.' },
  categories: { label: 'By Category', empty: 'No unusual activities detected.' },
  velocity: { label: 'Velocity & Testing', empty: 'No velocity anomalies detected.' },
};

type TabFilters = { riskLevel?: RiskLevel; reviewed?: 'true' | 'false'; category?: ActivityCategory };

const TAB_FILTERS: Record<AlertTab, TabFilters> = {
  all: {},
  high: { riskLevel: 'high' },
  unreviewed: { reviewed: 'false' },
  categories: {},
  velocity: { category: 'Velocity & Testing' },
};

export const filtersOfTab = (tab: AlertTab): TabFilters => TAB_FILTERS[tab];

export const CATEGORIES: readonly ActivityCategory[] = [...new Set(Object.values(ACTIVITY_CATEGORIES))];

const NO_OUTCOME = 'none';
export const OUTCOME_FILTERS = [...REVIEW_OUTCOMES, NO_OUTCOME] as const;

/** Worklist order: open first, then by risk, then newest (spec). */
export const ALERT_SORTS = ['worklist', '-activityDate', 'activityDate', '-amount', 'sarDueOn'] as const;
export type AlertSort = (typeof ALERT_SORTS)[number];

const FILTERS = filterFormat({
  search: readText,
  category: readChoiceOf(CATEGORIES),
  activityType: readChoiceOf(ACTIVITY_TYPES),
  riskLevel: readChoiceOf(RISK_LEVELS),
  reviewed: readChoiceOf(['true', 'false']),
  outcome: readChoiceOf(OUTCOME_FILTERS),
  /** `me`, unassigned, or a user id. */
  assignee: readMatching(/^(me|nobody|[1-9]\d{0,8})$/), // cspell:disable-line
  memberId: readMatching(/^[1-9]\d{0,14}$/),
  /** Inclusive range for the day of the triggering entry. */
  from: readDay,
  to: readDay,
  due: readChoiceOf(['true']),
});
type Filters = typeof FILTERS.none;
export const NO_ALERT_FILTERS = FILTERS.none;

export interface AlertListState extends Filters {
  tab: AlertTab;
  sort: AlertSort;
  page: number;
}

export const ALERTS_PER_PAGE = 20;
const FRAUD_PATH = '/fraud';

export function readAlertList(params: URLSearchParams): AlertListState {
  const state: AlertListState = {
    ...FILTERS.read(params),
    tab: readChoice(params, 'tab', ALERT_TABS) || 'all',
    sort: readChoice(params, 'sort', ALERT_SORTS) || 'worklist',
    page: readPage(params),
  };
  return dropContradictingFilters(state);
}

export function writeAlertList(state: AlertListState): URLSearchParams {
  const clean = dropContradictingFilters(state);
  const params = new URLSearchParams();
  if (clean.tab !== 'all') params.set('tab', clean.tab);
  FILTERS.write(clean, params);
  if (clean.sort !== 'worklist') params.set('sort', clean.sort);
  if (clean.page > 1) params.set('page', String(clean.page));
  return params;
}

export const OTHER_SCREEN_PARAMS = ['details'] as const;

export function alertListAddress(part: Partial<AlertListState>, here?: URLSearchParams): string {
  const state = { ...NO_ALERT_FILTERS, tab: 'all', sort: 'worklist', page: 1, ...part } as const;
  const params = writeAlertList(state);
  for (const name of OTHER_SCREEN_PARAMS) {
    const value = here?.get(name) ?? null;
    if (value !== null) params.set(name, value);
  }
  const query = params.toString();
  return query === '' ? FRAUD_PATH : `${FRAUD_PATH}?${query}`;
}

export function alertListQuery(state: AlertListState, pageSize = ALERTS_PER_PAGE): string {
  const { tab, sort, page } = state;
  const filters = FILTERS.write({ ...state, ...filtersOfTab(tab) });
  return withParams(filters, { sort, page, pageSize }).toString();
}

export const isAlertListFiltered: (state: AlertListState) => boolean = FILTERS.isFiltered;

/** Removes filters that the tab sets, and a type from another category, which would match no alert. */
function dropContradictingFilters(state: AlertListState): AlertListState {
  const fixed = filtersOfTab(state.tab);
  const cleared: Partial<Filters> = {
    ...(fixed.riskLevel !== undefined && { riskLevel: '' as const }),
    ...(fixed.reviewed !== undefined && { reviewed: '' as const, outcome: '' as const }),
    ...((fixed.category !== undefined || state.tab === 'categories') && { category: '' as const }),
  };
  const category = fixed.category ?? state.category;
  const isForeign = category !== '' && state.activityType !== '' && categoryOf(state.activityType) !== category;
  return { ...state, ...cleared, ...(isForeign && { activityType: '' as const }) };
}
