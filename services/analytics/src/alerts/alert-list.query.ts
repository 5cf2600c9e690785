import {
  ACTIVITY_CATEGORIES,
  ACTIVITY_TYPES,
  type ActivityCategory,
  type ActivityType,
  categoryOf,
  REVIEW_OUTCOMES,
  RISK_LEVELS,
  type RiskLevel,
} from '@clearwatch/contracts/alerts';
import { isDay } from '@clearwatch/domain/calendar/day';
import { REPORTABLE_OUTCOMES } from '@clearwatch/domain/detection/review-outcomes';
import { IsSearchText } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min, ValidateBy } from 'class-validator';
import { SqlConditions } from '../list-figures/list-conditions.ts';

/** Alerts `a` that may require a SAR. Must match the condition of the index `unusual_activities_reportable`. */
const REPORTABLE_SQL = `a.review_outcome IN (${REPORTABLE_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ')})`;

/** Must match the indexes `unusual_activities_worklist` and `_queue`. Otherwise, PostgreSQL sorts the whole table for every page. */
export const RISK_RANK = "(CASE a.risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END)";

/** ORDER BY for each sort. A minus sign means descending. The id makes each order unique, so that pages never overlap. */
export const ALERT_ORDERS = {
  worklist: `a.reviewed, ${RISK_RANK}, a.activity_date DESC, a.id DESC`,
  activityDate: 'a.activity_date, a.id',
  '-activityDate': 'a.activity_date DESC, a.id DESC',
  createdAt: 'a.created_at, a.id',
  '-createdAt': 'a.created_at DESC, a.id DESC',
  amount: 'a.amount, a.id',
  '-amount': 'a.amount DESC, a.id DESC',
  /** Alerts that need no report come last. The due date depends only on the time of detection. */
  sarDueOn: `coalesce(${REPORTABLE_SQL}, false) DESC, a.created_at, a.id`,
  '-sarDueOn': `coalesce(${REPORTABLE_SQL}, false) DESC, a.created_at DESC, a.id DESC`,
} as const;

export type AlertSort = keyof typeof ALERT_ORDERS;
const ALERT_SORTS = Object.keys(ALERT_ORDERS) as AlertSort[];

/** The ISO day must exist: "2026-02-30" would fail in the database. */
const IsCalendarDay = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isExistingDay',
      validator: { validate: (value: unknown) => typeof value === 'string' && isDay(value) },
    },
    { message: '$property must be a date such as 2026-11-20.' },
  );

const CATEGORIES = [...new Set(Object.values(ACTIVITY_CATEGORIES))];
const BOOLEAN_TEXTS = ['true', 'false'] as const;
/** `none` means reviewed without an outcome. */
const OUTCOME_FILTERS = [...REVIEW_OUTCOMES, 'none'] as const;
const MAX_PAGE_SIZE = 500;
const MAX_PAGE = 1_000_000;

export class ListAlertsQuery {
  @IsOptional() @IsIn(BOOLEAN_TEXTS) reviewed?: (typeof BOOLEAN_TEXTS)[number];
  @IsOptional() @IsIn(RISK_LEVELS) riskLevel?: RiskLevel;
  @IsOptional() @IsIn(ACTIVITY_TYPES) activityType?: ActivityType;
  @IsOptional() @IsIn(CATEGORIES) category?: ActivityCategory;
  @IsOptional() @IsIn(OUTCOME_FILTERS) outcome?: (typeof OUTCOME_FILTERS)[number];
  @IsOptional()
  @Matches(/^(me|nobody|\d{1,9})$/, { message: '$property must be me, nobody or a user id.' }) // cspell:ignore nobody
  assignee?: string;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) memberId?: number;
  @IsOptional() @IsSearchText() accountNumber?: string;
  /** Returns one alert as shown in the list, without evidence, so it does not count as a view. */
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) id?: number;
  /** Searches the member's name, the account number and the description. */
  @IsOptional() @IsSearchText() search?: string;
  /** First and last trigger days. */
  @IsOptional() @IsCalendarDay() from?: string;
  @IsOptional() @IsCalendarDay() to?: string;
  /** Only alerts that require a report. */
  @IsOptional() @IsIn(['true']) due?: 'true';
  @IsOptional() @IsIn(ALERT_SORTS) sort?: AlertSort;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE) page?: number;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) pageSize?: number;
}

/** A trigram has three characters. For shorter text, PostgreSQL would read every description. */
const MIN_DESCRIPTION_SEARCH_LENGTH = 3;

/** One lookup per field, because each field has its own index. A single condition over all fields would read the whole table. */
function addAlertSearch(conditions: SqlConditions, search: string): void {
  if (search === '') return;
  const orDescription = (at: string) => `
       UNION
      SELECT found.id FROM analytics.unusual_activities found
       WHERE analytics.folded(found.description) LIKE analytics.containing(${at})`;
  conditions.add(
    (at) => `a.id IN (
      SELECT found.id FROM analytics.unusual_activities found WHERE found.account_number = ${at}
       UNION
      SELECT found.id FROM analytics.member_names n JOIN analytics.unusual_activities found USING (account_number)
       WHERE n.search_text LIKE analytics.containing(${at})
      ${search.length < MIN_DESCRIPTION_SEARCH_LENGTH ? '' : orDescription(at)})`,
    search,
  );
}

const OTHER_PATTERNS: ActivityCategory = 'Other Patterns';

/** Compares the risk level in the form used by the index `unusual_activities_counted` or, for a page, by the worklist index. */
export function alertConditions(actor: Actor, query: ListAlertsQuery, purpose: 'count' | 'page') {
  const conditions = new SqlConditions();
  conditions.add((at) => `a.id = ${at}`, query.id);
  // Same condition as in `counted_alerts`. A report may be due even if the entries were removed, because the decision remains valid until
  // it is changed.
  if (query.id === undefined && query.due === undefined)
    conditions.add((at) => `(a.reviewed AND a.entries_gone) <> ${at}::boolean`, true);
  conditions.add((at) => `a.reviewed = ${at}::boolean`, query.reviewed);
  if (purpose === 'count') conditions.add((at) => `a.risk_level = ${at}`, query.riskLevel);
  else if (query.riskLevel !== undefined)
    conditions.add((at) => `${RISK_RANK} = ${at}`, RISK_LEVELS.toReversed().indexOf(query.riskLevel));
  conditions.add((at) => `a.activity_type = ${at}`, query.activityType);
  if (query.category !== undefined) addCategory(conditions, query.category);
  if (query.outcome === 'none') conditions.add((at) => `a.reviewed = ${at} AND a.review_outcome IS NULL`, true);
  else conditions.add((at) => `a.review_outcome = ${at}`, query.outcome);
  if (query.assignee === 'nobody') conditions.add((at) => `(a.assignee_id IS NULL) = ${at}`, true);
  else {
    const assignee = query.assignee === 'me' ? actor.userId : query.assignee;
    conditions.add((at) => `a.assignee_id = ${at}::integer`, assignee);
  }
  conditions.add(
    (at) => `a.account_number = (SELECT account_number FROM ledger.members WHERE id = ${at})`,
    query.memberId,
  );
  conditions.add((at) => `a.account_number = ${at}`, query.accountNumber?.trim());
  conditions.add((at) => `a.activity_date >= ${at}::date`, query.from);
  conditions.add((at) => `a.activity_date <= ${at}::date`, query.to);
  conditions.add((at) => `${REPORTABLE_SQL} AND ${at}::boolean`, query.due);
  addAlertSearch(conditions, query.search?.trim() ?? '');
  return conditions;
}

/** Unknown types also belong to Other Patterns (spec), so this category contains all types that no other category contains. */
function addCategory(conditions: SqlConditions, category: ActivityCategory): void {
  const isOther = category === OTHER_PATTERNS;
  const types = ACTIVITY_TYPES.filter((type) =>
    isOther ? categoryOf(type) !== OTHER_PATTERNS : categoryOf(type) === category,
  );
  conditions.add((at) => `a.activity_type ${isOther ? '<> ALL' : '= ANY'} (${at}::text[])`, types);
}
