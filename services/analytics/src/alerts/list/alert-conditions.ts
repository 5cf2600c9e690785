import { ACTIVITY_TYPES, type ActivityCategory, categoryOf, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Conditions } from '../../list-figures/conditions.ts';
import { RISK_RANK } from './alert-order.ts';
import type { ListAlertsQuery } from './list-alerts.query.ts';
import { REPORTABLE } from './reportable.sql.ts';
import { addSearch } from './search-alerts.ts';

const OTHER_PATTERNS: ActivityCategory = 'Other Patterns';

/**
 * Which alerts `a` a question of `actor` means. The same is asked in two ways, so that a count is read from the index
 * `unusual_activities_counted` alone, and a page begins where its risk begins in the order of work.
 */
export function alertConditions(actor: Actor, query: ListAlertsQuery, purpose: 'count' | 'page'): Conditions {
  const conditions = new Conditions();
  if (query.id !== undefined) conditions.add((at) => `a.id = ${at}`, query.id);
  // As in `counted_alerts`. A report may be due although the entries are gone: the decision stands until it is changed.
  else if (query.due === undefined)
    conditions.add((at) => `(a.reviewed AND a.entries_gone) <> ${at}::boolean`, true);
  if (query.reviewed !== undefined) conditions.add((at) => `a.reviewed = ${at}::boolean`, query.reviewed);
  if (query.riskLevel !== undefined && purpose === 'count')
    conditions.add((at) => `a.risk_level = ${at}`, query.riskLevel);
  if (query.riskLevel !== undefined && purpose === 'page')
    conditions.add((at) => `${RISK_RANK} = ${at}`, RISK_LEVELS.toReversed().indexOf(query.riskLevel));
  if (query.activityType !== undefined) conditions.add((at) => `a.activity_type = ${at}`, query.activityType);
  if (query.category !== undefined) addCategory(conditions, query.category);
  if (query.outcome !== undefined) addOutcome(conditions, query.outcome);
  if (query.assignee !== undefined) addAssignee(conditions, query.assignee, actor);
  if (query.memberId !== undefined)
    conditions.add(
      (at) => `a.account_number = (SELECT account_number FROM ledger.members WHERE id = ${at})`,
      query.memberId,
    );
  if (query.accountNumber !== undefined)
    conditions.add((at) => `a.account_number = ${at}`, query.accountNumber.trim());
  if (query.from !== undefined) conditions.add((at) => `a.activity_date >= ${at}::date`, query.from);
  if (query.to !== undefined) conditions.add((at) => `a.activity_date <= ${at}::date`, query.to);
  if (query.due !== undefined) conditions.add((at) => `${REPORTABLE} AND ${at}::boolean`, query.due);
  addSearch(conditions, query.search?.trim() ?? '');
  return conditions;
}

function addCategory(conditions: Conditions, category: ActivityCategory): void {
  const types = (wanted: (of: ActivityCategory) => boolean) =>
    ACTIVITY_TYPES.filter((type) => wanted(categoryOf(type)));
  // Asked the other way round: types this version does not know belong to it too (spec).
  if (category === OTHER_PATTERNS)
    conditions.add(
      (at) => `a.activity_type <> ALL (${at}::text[])`,
      types((of) => of !== OTHER_PATTERNS),
    );
  else
    conditions.add(
      (at) => `a.activity_type = ANY (${at}::text[])`,
      types((of) => of === category),
    );
}

function addOutcome(conditions: Conditions, outcome: NonNullable<ListAlertsQuery['outcome']>): void {
  if (outcome === 'none') conditions.add((at) => `a.reviewed = ${at} AND a.review_outcome IS NULL`, true);
  else conditions.add((at) => `a.review_outcome = ${at}`, outcome);
}

function addAssignee(conditions: Conditions, assignee: string, { userId }: Actor): void {
  if (assignee === 'nobody') conditions.add((at) => `(a.assignee_id IS NULL) = ${at}`, true);
  else
    conditions.add((at) => `a.assignee_id = ${at}::integer`, assignee === 'me' ? userId : Number(assignee));
}
