import {
  ACTIVITY_CATEGORIES,
  ACTIVITY_TYPES,
  type ActivityCategory,
  type ActivityType,
  REVIEW_OUTCOMES,
  RISK_LEVELS,
  type RiskLevel,
} from '@clearwatch/contracts/alerts';
import { IsSearchText } from '@clearwatch/service-kit/http/request-parameters';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { ALERT_SORTS, type AlertSort } from './alert-order.ts';
import { IsExistingDay } from './is-existing-day.ts';

const CATEGORIES = [...new Set(Object.values(ACTIVITY_CATEGORIES))];
const YES_OR_NO = ['true', 'false'] as const;
/** `none`: reviewed without saying how it came out. */
const OUTCOMES = [...REVIEW_OUTCOMES, 'none'] as const;
const MAX_PAGE_SIZE = 500;
/** Beyond it nobody pages by hand; it only keeps the offset a sane number. */
const MAX_PAGE = 1_000_000;

/** What `GET /api/unusual-activities` may be asked; anything else is refused, not ignored. */
export class ListAlertsQuery {
  @IsOptional() @IsIn(YES_OR_NO) reviewed?: (typeof YES_OR_NO)[number];
  @IsOptional() @IsIn(RISK_LEVELS) riskLevel?: RiskLevel;
  @IsOptional() @IsIn(ACTIVITY_TYPES) activityType?: ActivityType;
  @IsOptional() @IsIn(CATEGORIES) category?: ActivityCategory;
  @IsOptional() @IsIn(OUTCOMES) outcome?: (typeof OUTCOMES)[number];
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
  @IsOptional() @IsExistingDay() from?: string;
  @IsOptional() @IsExistingDay() to?: string;
  /** Those alone that call for a report. */
  @IsOptional() @IsIn(['true']) due?: 'true';
  @IsOptional() @IsIn(ALERT_SORTS) sort?: AlertSort;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE) page?: number;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) pageSize?: number;
}
