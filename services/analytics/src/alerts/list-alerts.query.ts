import {
  ACTIVITY_CATEGORIES,
  ACTIVITY_TYPES,
  type ActivityCategory,
  type ActivityType,
} from '@clearwatch/contracts/fraud/activity-types';
import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ALERT_SORTS, type AlertSort } from './alert-order.ts';

const CATEGORIES = [...new Set(Object.values(ACTIVITY_CATEGORIES))];
/** Answered when no page is asked for (product.md "Lists are unbounded"). */
const FIRST_ALERTS = 1_000;
export const MAX_PAGE_SIZE = 500;
/** Beyond it nobody pages by hand; it only keeps the offset a sane number. */
const MAX_PAGE = 1_000_000;

const oneOf = (words: readonly string[]) => ({ message: `$property must be one of ${words.join(', ')}` });

/** What `GET /api/unusual-activities` may be asked; anything else is refused, not ignored. */
export class ListAlertsQuery {
  @IsOptional() @IsIn(['true', 'false'], oneOf(['true', 'false'])) reviewed?: 'true' | 'false';
  @IsOptional() @IsIn(RISK_LEVELS, oneOf(RISK_LEVELS)) riskLevel?: RiskLevel;
  @IsOptional() @IsIn(ACTIVITY_TYPES, oneOf(ACTIVITY_TYPES)) activityType?: ActivityType;
  @IsOptional() @IsIn(CATEGORIES, oneOf(CATEGORIES)) category?: ActivityCategory;
  @IsOptional() @IsIn(ALERT_SORTS, oneOf(ALERT_SORTS)) sort?: AlertSort;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE) page?: number;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) pageSize?: number;
}

/** First row (from 0) and number of rows. */
export function sliceOf(query: Pick<ListAlertsQuery, 'page' | 'pageSize'>): {
  offset: number;
  limit: number;
} {
  if (query.page === undefined && query.pageSize === undefined) return { offset: 0, limit: FIRST_ALERTS };
  const limit = query.pageSize ?? MAX_PAGE_SIZE;
  return { offset: ((query.page ?? 1) - 1) * limit, limit };
}
