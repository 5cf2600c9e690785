import { AUDIT_ACTION_NAMES } from '@clearwatch/contracts/audit/audit-actions';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { LARGEST_INTEGER } from '@clearwatch/service-kit/http/path-id.pipe';
import { IsSearchText } from '@clearwatch/service-kit/http/search-text';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';

const AREAS = [...new Set(AUDIT_ACTION_NAMES.map((name) => name.split('.')[0] ?? ''))];
const ACTIONS_AND_AREAS: readonly string[] = [...AUDIT_ACTION_NAMES, ...AREAS];

export const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 500;
/** Beyond it nobody pages by hand; it only keeps the offset a sane number. */
const MAX_PAGE = 1_000_000;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayMessage = { message: '$property must be a day, written like 2026-11-20.' };
// PostgreSQL's text cannot hold it, and no keyboard types it.
const TEXT = /^[^\0]*$/;
const textMessage = { message: '$property holds a character that is not text.' };

/** Which events are asked for; anything else is refused, not ignored. */
export class AuditEventsFilter {
  /** In names, addresses, subjects and actions, as a part of a word. */
  @IsOptional() @IsSearchText() search?: string;
  /** One action, or all of an area: `user.created`, `user`. */
  @IsOptional()
  @IsIn(ACTIONS_AND_AREAS, { message: '$property must be an action of the audit log or an area of actions.' })
  action?: string;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(LARGEST_INTEGER) actorId?: number;
  @IsOptional() @IsString() @MaxLength(50) @Matches(TEXT, textMessage) subjectType?: string;
  @IsOptional() @IsString() @MaxLength(500) @Matches(TEXT, textMessage) subjectId?: string;
  /** Days of UTC, both included. */
  @IsOptional() @Matches(DAY, dayMessage) from?: string;
  @IsOptional() @Matches(DAY, dayMessage) to?: string;
}

export class ListAuditEventsQuery extends AuditEventsFilter {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE) page?: number;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) pageSize?: number;
}

/** @throws AppError `bad_request` for a day the calendar does not have, or an end before its beginning */
export function assertDays({ from, to }: Pick<AuditEventsFilter, 'from' | 'to'>): void {
  for (const [name, day] of [
    ['First day', from],
    ['Last day', to],
  ] as const) {
    if (day !== undefined && !isCalendarDay(day)) {
      throw new AppError('bad_request', `${name} is not a day of the calendar.`);
    }
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw new AppError('bad_request', 'First day must not be later than Last day.');
  }
}

/** 30 February must not become 2 March; PostgreSQL knows no year 0. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return day > '0001' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
