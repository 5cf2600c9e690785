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

/** Alerts `a` that may end in a report; as in the index `unusual_activities_reportable`. */
const REPORTABLE_SQL = `a.review_outcome IN (${REPORTABLE_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ')})`;

/** Must read like the indexes `unusual_activities_worklist` and `_queue`, or PostgreSQL sorts the whole table for every page. */
export const RISK_RANK = "(CASE a.risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END)";

/** A minus turns the order round: `-amount` is the largest first. */
const ORDER_BY = {
  /** Open ones first, then the riskiest, then the newest. */
  worklist: `a.reviewed, ${RISK_RANK}, a.activity_date DESC, a.id DESC`,
  activityDate: 'a.activity_date, a.id',
  '-activityDate': 'a.activity_date DESC, a.id DESC',
  createdAt: 'a.created_at, a.id',
  '-createdAt': 'a.created_at DESC, a.id DESC',
  amount: 'a.amount, a.id',
  '-amount': 'a.amount DESC, a.id DESC',
  /** What is due first; alerts that call for no report come last. The day follows the time of detection. */
  sarDueOn: `coalesce(${REPORTABLE_SQL}, false) DESC, a.created_at, a.id`,
  '-sarDueOn': `coalesce(${REPORTABLE_SQL}, false) DESC, a.created_at DESC, a.id DESC`,
} as const;

export type AlertSort = keyof typeof ORDER_BY;
const ALERT_SORTS = Object.keys(ORDER_BY) as AlertSort[];

/** The ORDER BY of a sort; the id makes it total, so that pages never overlap. */
export function alertOrderBy(sort: AlertSort): string {
  return ORDER_BY[sort];
}

/** A day that exists, ISO: "2026-02-30" would fail in the database. */
const IsCalendarDay = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isExistingDay',
      validator: { validate: (value: unknown) => typeof value === 'string' && isDay(value) },
    },
    { message: '$property must be a day, written like 2026-11-20.' },
  );

const CATEGORIES = [...new Set(Object.values(ACTIVITY_CATEGORIES))];
const BOOLEAN_TEXTS = ['true', 'false'] as const;
/** `none`: reviewed without saying how it came out. */
const OUTCOME_FILTERS = [...REVIEW_OUTCOMES, 'none'] as const;
const MAX_PAGE_SIZE = 500;
/** Beyond it nobody pages by hand; it only keeps the offset a sane number. */
const MAX_PAGE = 1_000_000;

/** What `GET /api/unusual-activities` may be asked; anything else is refused, not ignored. */
export class ListAlertsQuery {
  @IsOptional() @IsIn(BOOLEAN_TEXTS) reviewed?: (typeof BOOLEAN_TEXTS)[number];
  @IsOptional() @IsIn(RISK_LEVELS) riskLevel?: RiskLevel;
  @IsOptional() @IsIn(ACTIVITY_TYPES) activityType?: ActivityType;
  @IsOptional() @IsIn(CATEGORIES) category?: ActivityCategory;
  @IsOptional() @IsIn(OUTCOME_FILTERS) outcome?: (typeof OUTCOME_FILTERS)[number];
  /** Who has taken it on: oneself, nobody, or a user by number. */
  @IsOptional()
  @Matches(/^(me|nobody|\d{1,9})$/, { message: '$property must be me, nobody or the number of a user.' })
  assignee?: string;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) memberId?: number;
  @IsOptional() @IsSearchText() accountNumber?: string;
  /** The one alert with this number, as lists show it: nobody looks at its evidence. */
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) id?: number;
  /** In the member's name, the account number and the description. */
  @IsOptional() @IsSearchText() search?: string;
  /** First and last day of the trigger entry. */
  @IsOptional() @IsCalendarDay() from?: string;
  @IsOptional() @IsCalendarDay() to?: string;
  /** Those alone that call for a report. */
  @IsOptional() @IsIn(['true']) due?: 'true';
  @IsOptional() @IsIn(ALERT_SORTS) sort?: AlertSort;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE) page?: number;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) pageSize?: number;
}

/** With fewer letters the index of descriptions, which is of three at a time, would read every one of them. */
const MIN_DESCRIPTION_SEARCH_LENGTH = 3;

/**
 * Alerts of accounts by this number, of accounts whose holder's name or number holds the text, and those whose description
 * does. Each is looked up by its own index: one condition over all three would read the whole table.
 */
function addAlertSearch(conditions: SqlConditions, search: string): void {
  if (search === '') return;
  conditions.add(
    (at) => `a.id IN (
      SELECT found.id FROM analytics.unusual_activities found WHERE found.account_number = ${at}
       UNION
      SELECT found.id FROM analytics.member_names n JOIN analytics.unusual_activities found USING (account_number)
       WHERE n.search_text LIKE analytics.containing(${at})
      ${
        search.length < MIN_DESCRIPTION_SEARCH_LENGTH
          ? ''
          : `UNION
      SELECT found.id FROM analytics.unusual_activities found
       WHERE analytics.folded(found.description) LIKE analytics.containing(${at})`
      })`,
    search,
  );
}

const OTHER_PATTERNS: ActivityCategory = 'Other Patterns';

/**
 * Which alerts `a` a question of `actor` means. The same is asked in two ways, so that a count is read from the index
 * `unusual_activities_counted` alone, and a page begins where its risk begins in the order of work.
 */
export function alertConditions(
  actor: Actor,
  query: ListAlertsQuery,
  purpose: 'count' | 'page',
): SqlConditions {
  const conditions = new SqlConditions();
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
  if (query.due !== undefined) conditions.add((at) => `${REPORTABLE_SQL} AND ${at}::boolean`, query.due);
  addAlertSearch(conditions, query.search?.trim() ?? '');
  return conditions;
}

function addCategory(conditions: SqlConditions, category: ActivityCategory): void {
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

function addOutcome(conditions: SqlConditions, outcome: NonNullable<ListAlertsQuery['outcome']>): void {
  if (outcome === 'none') conditions.add((at) => `a.reviewed = ${at} AND a.review_outcome IS NULL`, true);
  else conditions.add((at) => `a.review_outcome = ${at}`, outcome);
}

function addAssignee(conditions: SqlConditions, assignee: string, { userId }: Actor): void {
  if (assignee === 'nobody') conditions.add((at) => `(a.assignee_id IS NULL) = ${at}`, true);
  else
    conditions.add((at) => `a.assignee_id = ${at}::integer`, assignee === 'me' ? userId : Number(assignee));
}
