import { IsIn, IsInt, IsISO8601, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { ACTIVITY_TYPES, type ActivityType } from '../fraud/activity-types.ts';
import { ACCOUNT_NUMBER_MAX_LENGTH, REASON_MAX_LENGTH } from '../text-limits.ts';

/** Body of `POST /api/detection/suppressions`: one rule keeps silent about one account until a day. */
export class SuppressRequest {
  @IsString() @MaxLength(ACCOUNT_NUMBER_MAX_LENGTH) accountNumber!: string;
  @IsIn(ACTIVITY_TYPES) activityType!: ActivityType;
  /** ISO date, the last day of silence; at most a year from today. */
  @Matches(/^\d{4}-\d{2}-\d{2}$/, { message: '$property must be a day, written like 2026-11-20.' })
  until!: string;
  @IsString() @MaxLength(REASON_MAX_LENGTH) reason!: string;
}

export class Suppression {
  @IsInt() id!: number;
  @IsString() accountNumber!: string;
  @IsString() memberName!: string;
  @IsString() activityType!: string;
  @IsISO8601() until!: string;
  @IsString() reason!: string;
  @IsString() createdBy!: string;
  @IsISO8601() createdAt!: string;
  /** When and by whom it was lifted before its day; null: it was not. */
  @IsOptional() @IsISO8601() liftedAt!: string | null;
  @IsOptional() @IsString() liftedBy!: string | null;
}
