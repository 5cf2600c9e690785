import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS } from '@clearwatch/contracts/audit-events';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { IsSearchText, MAX_INTEGER, type Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { DataSource } from 'typeorm';
import { STORED_EVENT_COLUMNS, type StoredEvent, toStoredEvent } from './audit-chain.ts';

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
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_INTEGER) actorId?: number;
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

export interface SqlFilter {
  /** SQL with placeholders from $1; `true` when nothing is filtered. */
  condition: string;
  values: unknown[];
}

/** The WHERE of a list; values travel as parameters only. */
export function filterOf(filter: AuditEventsFilter): SqlFilter {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const at = (value: unknown): string => `$${values.push(value)}`;
  const { action, actorId, subjectType, subjectId, from, to } = filter;
  if (action !== undefined) conditions.push(`action = ANY (${at(actionsOf(action))}::text[])`);
  if (actorId !== undefined) conditions.push(`actor_id = ${at(actorId)}`);
  if (subjectType !== undefined) conditions.push(`subject_type = ${at(subjectType)}`);
  if (subjectId !== undefined) conditions.push(`subject_id = ${at(subjectId)}`);
  if (from !== undefined) conditions.push(`at >= ${at(from)}::date::timestamp AT TIME ZONE 'UTC'`);
  if (to !== undefined) conditions.push(`at < (${at(to)}::date + 1)::timestamp AT TIME ZONE 'UTC'`);
  const search = filter.search?.trim() ?? '';
  if (search !== '') {
    const pattern = at(`%${escapeLikePattern(search)}%`);
    const named = at(actionsLabeled(search));
    conditions.push(
      `(actor_name ILIKE ${pattern} OR subject_label ILIKE ${pattern} OR subject_id ILIKE ${pattern}
        OR address ILIKE ${pattern} OR action ILIKE ${pattern} OR action = ANY (${named}::text[]))`,
    );
  }
  return { condition: conditions.length === 0 ? 'true' : conditions.join(' AND '), values };
}

/** An area stands for all its actions. */
function actionsOf(action: string): string[] {
  return AUDIT_ACTION_NAMES.filter((name) => name === action || name.startsWith(`${action}.`));
}

/** The screen shows "Password reset" where the log says `password.reset`. */
function actionsLabeled(words: string): string[] {
  const lowerCaseText = words.toLowerCase();
  return AUDIT_ACTION_NAMES.filter((name) => AUDIT_ACTIONS[name].label.toLowerCase().includes(lowerCaseText));
}

/** `%`, `_` and `\` are wildcards of LIKE; who types them means the characters. */
function escapeLikePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

@Injectable()
export class AuditEventsRepository {
  constructor(private readonly database: DataSource) {}

  async countOf({ condition, values }: SqlFilter): Promise<number> {
    const [row] = await this.database.query<Row[]>(
      `SELECT count(*) AS total FROM auth.audit_events WHERE ${condition}`,
      values,
    );
    return integerOf(row ?? {}, 'total');
  }

  /** Newest first. */
  async page({ condition, values }: SqlFilter, { limit, offset }: Page): Promise<StoredEvent[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events WHERE ${condition}
       ORDER BY seq DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, limit, offset],
    );
    return rows.map(toStoredEvent);
  }

  async withNumber(seq: number): Promise<StoredEvent | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events WHERE seq = $1`,
      [seq],
    );
    return row === undefined ? null : toStoredEvent(row);
  }

  /** The newest events somebody did or had done to him; each half by its own index. */
  async byOrAbout(userId: number, limit: number): Promise<StoredEvent[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events WHERE seq IN (
         (SELECT seq FROM auth.audit_events WHERE actor_id = $1 ORDER BY seq DESC LIMIT $3)
         UNION
         (SELECT seq FROM auth.audit_events WHERE subject_type = 'user' AND subject_id = $2
          ORDER BY seq DESC LIMIT $3))
       ORDER BY seq DESC LIMIT $3`,
      [userId, String(userId), limit],
    );
    return rows.map(toStoredEvent);
  }
}
