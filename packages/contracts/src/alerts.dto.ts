import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  MaxLength,
  Min,
} from 'class-validator';
import {
  ACTIVITY_TYPES,
  type ActivityType,
  type AlertEvidence,
  MAX_BULK_REVIEW_ALERTS,
  REVIEW_OUTCOMES,
  type ReviewOutcome,
  RISK_LEVELS,
  type RiskLevel,
} from './alerts.ts';
import { IsDay, IsDecimalText, IsListOf, IsMoney } from './field-decorators.dto.ts';
import { ACCOUNT_NUMBER_MAX_LENGTH, NOTE_MAX_LENGTH, REASON_MAX_LENGTH } from './text-limits.ts';

export class ReplayDifference {
  /** "Amount", "Entries in the pattern", "Rule version". */
  @IsString() what!: string;
  @IsOptional() @IsString() was!: string | null;
  @IsOptional() @IsString() is!: string | null;
}

export class AlertReplay {
  @IsBoolean() identical!: boolean;
  @IsString() summary!: string;
  @IsListOf(() => ReplayDifference) differences!: ReplayDifference[];
  @IsInt() policyVersion!: number;
  @IsISO8601() replayedAt!: string;
}

export class ChainBreak {
  /** From 1; null for an alert that is not in the chain. */
  @IsOptional() @IsInt() position!: number | null;
  @IsOptional() @IsInt() alertId!: number | null;
  @IsString() problem!: string;
}

export class AlertChainVerification {
  @IsBoolean() intact!: boolean;
  @IsInt() links!: number;
  @IsInt() alerts!: number;
  /** Hex hash of the last link. A copy stored elsewhere reveals whether links were removed. */
  @IsOptional() @IsString() head!: string | null;
  /** At most 100. */
  @IsListOf(() => ChainBreak) breaks!: ChainBreak[];
}

/** Keeps one rule from raising alerts for one account until a given day. */
export class SuppressRequest {
  @IsString() @MaxLength(ACCOUNT_NUMBER_MAX_LENGTH) accountNumber!: string;
  @IsIn(ACTIVITY_TYPES) activityType!: ActivityType;
  /** ISO date, inclusive; at most a year from today. */
  @IsDay() until!: string;
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
  /** Null unless it was lifted early. */
  @IsOptional() @IsISO8601() liftedAt!: string | null;
  @IsOptional() @IsString() liftedBy!: string | null;
}

export class UnusualActivity {
  @IsInt() id!: number;
  @IsString() accountNumber!: string;
  @IsInt() transactionId!: number;
  @IsString() activityType!: string;
  @IsMoney() amount!: string;
  @IsOptional() @IsDecimalText() percentageChange!: string | null;
  @IsIn(RISK_LEVELS) riskLevel!: RiskLevel;
  @IsString() description!: string;
  @IsBoolean() reviewed!: boolean;
  @IsOptional() @IsIn(REVIEW_OUTCOMES) reviewOutcome!: ReviewOutcome | null;
  @IsOptional() @IsString() reviewNote!: string | null;
  @IsOptional() @IsString() reviewedBy!: string | null;
  @IsOptional() @IsISO8601() reviewedAt!: string | null;
  /** ISO date of the trigger entry. */
  @IsISO8601() activityDate!: string;
  @IsISO8601() createdAt!: string;
  @IsOptional() @IsInt() memberId!: number | null;
  @IsString() memberName!: string;
  @IsString() firstName!: string;
  @IsString() lastName!: string;
  @IsOptional() @IsInt() assigneeId!: number | null;
  @IsOptional() @IsString() assignee!: string | null;
  /** Until then only the assignee may review the alert. */
  @IsOptional() @IsISO8601() lockedUntil!: string | null;
  /**
   * Day by which a suspicious activity report is due if the 30 days under 12 CFR 748.1(d) and 31 CFR 1020.320 start on
   * the day of the alert, the safe assumption; null unless the outcome is suspicious or escalated.
   */
  @IsOptional() @IsISO8601() sarDueOn!: string | null;
}

export const ALERT_STEPS = ['reviewed', 'reopened', 'assigned', 'released'] as const;
export type AlertStep = (typeof ALERT_STEPS)[number];

export class AlertHistoryItem {
  @IsIn(ALERT_STEPS) step!: AlertStep;
  @IsISO8601() at!: string;
  @IsString() by!: string;
  @IsOptional() @IsIn(REVIEW_OUTCOMES) outcome!: ReviewOutcome | null;
  @IsOptional() @IsString() note!: string | null;
}

export class UnusualActivityDetail extends UnusualActivity {
  @Allow() evidence!: AlertEvidence;
  @IsListOf(() => AlertHistoryItem) history!: AlertHistoryItem[];
}

/** Without an outcome, the alert is marked reviewed with a null outcome. */
export class ReviewRequest {
  @IsOptional() @IsIn(REVIEW_OUTCOMES) outcome?: ReviewOutcome;
  @IsOptional() @IsString() @MaxLength(NOTE_MAX_LENGTH) note?: string;
}

/** Explicit ids, so that alerts raised in the meantime are not reviewed unseen. */
export class BulkReviewRequest {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BULK_REVIEW_ALERTS)
  @IsInt({ each: true })
  @Min(1, { each: true })
  ids!: number[];
  @IsIn(REVIEW_OUTCOMES) outcome!: ReviewOutcome;
  @IsOptional() @IsString() @MaxLength(NOTE_MAX_LENGTH) note?: string;
}

/** Alerts that are already reviewed, locked by someone else or deleted are counted but not changed. */
export class BulkReviewResponse {
  @IsInt() reviewed!: number;
  @IsInt() alreadyReviewed!: number;
  @IsInt() locked!: number;
  @IsInt() missing!: number;
}

export class ReopenRequest {
  @IsString() @MaxLength(NOTE_MAX_LENGTH) reason!: string;
  /** Set by Undo: the alert is reopened only if it was last reviewed at this time. */
  @IsOptional() @IsISO8601() reviewedAt?: string;
}

/** Null when there is no open, unassigned alert. */
export class NextAlertResponse {
  @IsOptional() @IsInt() id!: number | null;
}

export class CategoryCount {
  @IsString() category!: string;
  @IsInt() total!: number;
  @IsInt() high!: number;
  @IsInt() unreviewed!: number;
}

/** Response to `GET /api/unusual-activities/counts`: all alerts, and the transactions and accounts in the ledger. */
export class AlertCounts {
  @IsInt() total!: number;
  @IsInt() high!: number;
  @IsInt() medium!: number;
  @IsInt() low!: number;
  @IsInt() unreviewed!: number;
  @IsInt() reviewed!: number;
  /** Includes categories without alerts. */
  @IsListOf(() => CategoryCount) categories!: CategoryCount[];
  @IsInt() transactions!: number;
  @IsInt() accounts!: number;
}

export class AccountDay {
  @IsISO8601() day!: string;
  @IsMoney() credits!: string;
  @IsMoney() debits!: string;
}

export class AlertContext {
  /** From 120 days before the window to 30 days after it, limited to days in the ledger. */
  @IsISO8601() firstDay!: string;
  @IsISO8601() lastDay!: string;
  /** Oldest first; only days on which money moved. */
  @IsListOf(() => AccountDay) days!: AccountDay[];
  /** From all of the member's accounts, newest first, at most 20. */
  @IsListOf(() => UnusualActivity) otherAlerts!: UnusualActivity[];
}
