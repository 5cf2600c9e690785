import {
  ACTIVITY_TYPES,
  type ActivityCategory,
  categoryOf,
} from '@clearwatch/contracts/fraud/activity-types';
import type { ListAlertsQuery } from './list-alerts.query.ts';

export interface AlertFilter {
  /** SQL with placeholders from $1; `true` when nothing is filtered. */
  condition: string;
  values: unknown[];
}

const OTHER_PATTERNS: ActivityCategory = 'Other Patterns';

/** The WHERE of a list; values travel as parameters only. */
export function filterOf(query: ListAlertsQuery): AlertFilter {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (sql: (placeholder: string) => string, value: unknown): void => {
    values.push(value);
    conditions.push(sql(`$${values.length}`));
  };
  if (query.reviewed !== undefined) add((at) => `a.reviewed = ${at}::boolean`, query.reviewed);
  if (query.riskLevel !== undefined) add((at) => `a.risk_level = ${at}`, query.riskLevel);
  if (query.activityType !== undefined) add((at) => `a.activity_type = ${at}`, query.activityType);
  if (query.category === OTHER_PATTERNS)
    // Asked the other way round: types this version does not know belong to it too (spec).
    add(
      (at) => `a.activity_type <> ALL (${at}::text[])`,
      ACTIVITY_TYPES.filter((type) => categoryOf(type) !== OTHER_PATTERNS),
    );
  else if (query.category !== undefined)
    add((at) => `a.activity_type = ANY (${at}::text[])`, typesOf(query.category));
  return { condition: conditions.length === 0 ? 'true' : conditions.join(' AND '), values };
}

function typesOf(category: ActivityCategory): string[] {
  return ACTIVITY_TYPES.filter((type) => categoryOf(type) === category);
}
