import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { addDays } from '@clearwatch/domain/calendar/day';
import {
  type ActivityBand,
  INCOME_BAND_FROM,
  INCOME_BANDS,
  type IncomeBand,
  MODERATE_DAYS,
  RECENT_DAYS,
} from '@clearwatch/domain/members/member-bands';
import { formatCents } from '@clearwatch/domain/money/cents';
import { Conditions } from '../../list-figures/conditions.ts';
import type { ListState } from '../../list-figures/list-state.ts';
import { yearDays } from '../to-member-row.ts';
import { leastSum } from './least-sum.ts';
import type { ListMembersQuery } from './list-members.query.ts';

/** What the trigram index has entries of. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** Which rows `f` of `analytics.member_figures` a question means. */
export function memberConditions(query: ListMembersQuery, state: ListState): Conditions {
  const conditions = new Conditions();
  addSearch(conditions, query.search?.trim() ?? '');
  if (query.riskLevel !== undefined)
    conditions.add((at) => `f.risk = ${at}`, RISK_LEVELS.indexOf(query.riskLevel));
  if (query.incomeBand !== undefined) addIncome(conditions, query.incomeBand, yearDays(state));
  if (query.activity !== undefined) addActivity(conditions, query.activity, state.asOf);
  return conditions;
}

/**
 * For what has no entry in the index, the index would be read from end to end and then every row as well. A collation that
 * is not the index's keeps the planner from it and finds the same: LIKE of parts goes by letters alone.
 */
function addSearch(conditions: Conditions, search: string): void {
  if (search === '') return;
  const searched = INDEXED.test(search) ? 'n.search_text' : 'n.search_text COLLATE "C"';
  conditions.addSlow(
    (at) =>
      `f.account_number IN (SELECT n.account_number FROM analytics.member_names n
                             WHERE ${searched} LIKE analytics.containing(${at}))`,
    search,
  );
}

function addIncome(conditions: Conditions, band: IncomeBand, days: number): void {
  const sumFrom = (name: IncomeBand) => formatCents(leastSum(INCOME_BAND_FROM[name], days));
  const next = INCOME_BANDS[INCOME_BANDS.indexOf(band) + 1];
  if (INCOME_BAND_FROM[band] > 0) conditions.add((at) => `f.credits >= ${at}`, sumFrom(band));
  if (next !== undefined) conditions.add((at) => `f.credits < ${at}`, sumFrom(next));
}

/** Without any dated entry everybody's last activity is old. */
function addActivity(conditions: Conditions, band: ActivityBand, asOf: string | null): void {
  const daysAgo = (days: number) => (asOf === null ? 'infinity' : addDays(asOf, -days));
  if (band === 'recent') conditions.add((at) => `f.last_day >= ${at}::date`, daysAgo(RECENT_DAYS));
  else
    conditions.add((at) => `f.last_day < ${at}::date`, daysAgo(band === 'old' ? MODERATE_DAYS : RECENT_DAYS));
  if (band === 'moderate') conditions.add((at) => `f.last_day >= ${at}::date`, daysAgo(MODERATE_DAYS));
}
