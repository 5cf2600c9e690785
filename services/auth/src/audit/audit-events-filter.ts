import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS } from '@clearwatch/contracts/audit-events';
import { IsDay } from '@clearwatch/contracts/field-decorators.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import {
  IsSearchText,
  MAX_INTEGER,
  MAX_PAGE,
  MAX_PAGE_SIZE,
  type PageQuery,
} from '@clearwatch/service-kit/http/request-parameters';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';

const AREAS = [...new Set(AUDIT_ACTION_NAMES.map((name) => name.split('.')[0] ?? ''))];
const ACTIONS_AND_AREAS: readonly string[] = [...AUDIT_ACTION_NAMES, ...AREAS];

// PostgreSQL text cannot hold NUL.
const TEXT = /^[^\0]*$/;
const textMessage = { message: '$property contains an invalid character.' };

export class AuditEventsFilter {
  /** Part of a name, address, subject or action. */
  @IsOptional() @IsSearchText() search?: string;
  /** One action or all actions of an area: `user.created`, `user`. */
  @IsOptional()
  @IsIn(ACTIONS_AND_AREAS, { message: '$property must be an audit log action or an action area.' })
  action?: string;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_INTEGER) actorId?: number;
  @IsOptional() @IsString() @MaxLength(50) @Matches(TEXT, textMessage) subjectType?: string;
  @IsOptional() @IsString() @MaxLength(500) @Matches(TEXT, textMessage) subjectId?: string;
  /** UTC days, inclusive. */
  @IsOptional() @IsDay() from?: string;
  @IsOptional() @IsDay() to?: string;
}

export class ListAuditEventsQuery extends AuditEventsFilter implements PageQuery {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE) page?: number;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) pageSize?: number;
}

/** @throws AppError `bad_request` for a day that does not exist, or an end before the start */
export function assertDays({ from, to }: Pick<AuditEventsFilter, 'from' | 'to'>): void {
  for (const [name, day] of [
    ['Start date', from],
    ['End date', to],
  ] as const) {
    if (day !== undefined && !isCalendarDay(day)) {
      throw new AppError('bad_request', `${name} is not a valid date.`);
    }
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw new AppError('bad_request', 'The end date is before the start date.');
  }
}

/** `Date` turns February 30 into March 2, and PostgreSQL has no year 0. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return day > '0001' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

export interface SqlFilter {
  /** SQL with placeholders numbered from $1. */
  condition: string;
  values: unknown[];
}

export function filterOf(filter: AuditEventsFilter): SqlFilter {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const at = (value: unknown): string => `$${values.push(value)}`;
  const { action, actorId, subjectType, subjectId, from, to } = filter;
  if (action !== undefined) {
    const actions = AUDIT_ACTION_NAMES.filter((name) => name === action || name.startsWith(`${action}.`));
    conditions.push(`action = ANY (${at(actions)}::text[])`);
  }
  if (actorId !== undefined) conditions.push(`actor_id = ${at(actorId)}`);
  if (subjectType !== undefined) conditions.push(`subject_type = ${at(subjectType)}`);
  if (subjectId !== undefined) conditions.push(`subject_id = ${at(subjectId)}`);
  if (from !== undefined) conditions.push(`at >= ${at(from)}::date::timestamp AT TIME ZONE 'UTC'`);
  if (to !== undefined) conditions.push(`at < (${at(to)}::date + 1)::timestamp AT TIME ZONE 'UTC'`);
  const search = filter.search?.trim() ?? '';
  if (search !== '') {
    // `%`, `_` and `\` are LIKE wildcards.
    const pattern = at(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
    const lowerCase = search.toLowerCase();
    // The screen shows labels such as "Password reset" for `password.reset`.
    const labeled = at(
      AUDIT_ACTION_NAMES.filter((name) => AUDIT_ACTIONS[name].label.toLowerCase().includes(lowerCase)),
    );
    conditions.push(
      `(actor_name ILIKE ${pattern} OR subject_label ILIKE ${pattern} OR subject_id ILIKE ${pattern}
        OR address ILIKE ${pattern} OR action ILIKE ${pattern} OR action = ANY (${labeled}::text[]))`,
    );
  }
  return { condition: conditions.length === 0 ? 'true' : conditions.join(' AND '), values };
}
