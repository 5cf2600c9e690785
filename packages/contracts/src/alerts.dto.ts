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
  /** What it is, in plain words: "Amount", "Entries of the pattern", "Rule version". */
  @IsString() what!: string;
  @IsOptional() @IsString() was!: string | null;
  @IsOptional() @IsString() is!: string | null;
}

/** Answer of `GET /api/unusual-activities/{id}/replay`: the alert computed again from today's ledger. */
export class AlertReplay {
  @IsBoolean() identical!: boolean;
  /** One plain sentence: what was done again and how it came out. */
  @IsString() summary!: string;
  @IsListOf(() => ReplayDifference) differences!: ReplayDifference[];
  @IsInt() policyVersion!: number;
  @IsISO8601() replayedAt!: string;
}

export class ChainBreak {
  /** Place in the chain, from 1; null: the alert has none. */
  @IsOptional() @IsInt() position!: number | null;
  @IsOptional() @IsInt() alertId!: number | null;
  /** A plain sentence that names the place. */
  @IsString() problem!: string;
}

/** Answer of `GET /api/detection/chain`: whether the alerts are those that were raised. */
export class AlertChainVerification {
  @IsBoolean() intact!: boolean;
  @IsInt() links!: number;
  @IsInt() alerts!: number;
  /** Hex of the last link; who notes it can tell later whether the end was cut off. */
  @IsOptional() @IsString() head!: string | null;
  /** The first breaks, at most 100. */
  @IsListOf(() => ChainBreak) breaks!: ChainBreak[];
}

/** Body of `POST /api/detection/suppressions`: one rule keeps silent about one account until a day. */
export class SuppressRequest {
  @IsString() @MaxLength(ACCOUNT_NUMBER_MAX_LENGTH) accountNumber!: string;
  @IsIn(ACTIVITY_TYPES) activityType!: ActivityType;
  /** ISO date, the last day of silence; at most a year from today. */
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
  /** When and by whom it was lifted before its day; null: it was not. */
  @IsOptional() @IsISO8601() liftedAt!: string | null;
  @IsOptional() @IsString() liftedBy!: string | null;
}

export class UnusualActivity {
  @IsInt() id!: number;
  @IsString() accountNumber!: string;
  /** The trigger entry; never null. */
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
  /** Day of the trigger entry, ISO date. */
  @IsISO8601() activityDate!: string;
  @IsISO8601() createdAt!: string;
  @IsOptional() @IsInt() memberId!: number | null;
  @IsString() memberName!: string;
  @IsString() firstName!: string;
  @IsString() lastName!: string;
  /** Who has taken the alert on; null: nobody. */
  @IsOptional() @IsInt() assigneeId!: number | null;
  @IsOptional() @IsString() assignee!: string | null;
  /** Until then only the assignee may decide; null: it is not being worked on. */
  @IsOptional() @IsISO8601() lockedUntil!: string | null;
  /**
   * Day by which a suspicious activity report is due if the 30 days of 12 CFR 748.1(d) and 31 CFR 1020.320 start with the alert,
   * the safe default; null unless the outcome is suspicious or escalated.
   */
  @IsOptional() @IsISO8601() sarDueOn!: string | null;
}

/** What staff did with an alert, oldest first. */
export const ALERT_STEPS = ['reviewed', 'reopened', 'assigned', 'released'] as const;
export type AlertStep = (typeof ALERT_STEPS)[number];

export class AlertHistoryItem {
  @IsIn(ALERT_STEPS) step!: AlertStep;
  @IsISO8601() at!: string;
  @IsString() by!: string;
  @IsOptional() @IsIn(REVIEW_OUTCOMES) outcome!: ReviewOutcome | null;
  /** The note of a review, the reason of a reopening. */
  @IsOptional() @IsString() note!: string | null;
}

export class UnusualActivityDetail extends UnusualActivity {
  @Allow() evidence!: AlertEvidence;
  @IsListOf(() => AlertHistoryItem) history!: AlertHistoryItem[];
}

/** Body of `PATCH /api/unusual-activities/{id}/review`; without one the alert is marked reviewed, outcome unstated. */
export class ReviewRequest {
  @IsOptional() @IsIn(REVIEW_OUTCOMES) outcome?: ReviewOutcome;
  @IsOptional() @IsString() @MaxLength(NOTE_MAX_LENGTH) note?: string;
}

/**
 * Body of `POST /api/unusual-activities/bulk-review`: the alerts the analyst has in front of him, by number, so that
 * what came in meanwhile is not decided unseen.
 */
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

/** Alerts that were reviewed before, are locked by somebody else or are gone stay as they are and are counted. */
export class BulkReviewResponse {
  @IsInt() reviewed!: number;
  @IsInt() alreadyReviewed!: number;
  @IsInt() locked!: number;
  @IsInt() missing!: number;
}

/** Body of `POST /api/unusual-activities/{id}/reopen`. */
export class ReopenRequest {
  @IsString() @MaxLength(NOTE_MAX_LENGTH) reason!: string;
  /** `reviewedAt` of the decision that is meant: whoever takes back his own at once takes back no other. */
  @IsOptional() @IsISO8601() reviewedAt?: string;
}

/** Answer of `POST /api/unusual-activities/next`; null when nothing is open that nobody works on. */
export class NextAlertResponse {
  @IsOptional() @IsInt() id!: number | null;
}

export class CategoryCount {
  @IsString() category!: string;
  @IsInt() total!: number;
  @IsInt() high!: number;
  @IsInt() unreviewed!: number;
}

/** Answer of `GET /api/unusual-activities/counts`: all alerts, and what they were looked for in. */
export class AlertCounts {
  @IsInt() total!: number;
  @IsInt() high!: number;
  @IsInt() medium!: number;
  @IsInt() low!: number;
  @IsInt() unreviewed!: number;
  @IsInt() reviewed!: number;
  /** Every category of the vocabulary, those without alerts included. */
  @IsListOf(() => CategoryCount) categories!: CategoryCount[];
  /** Entries and accounts of the ledger. */
  @IsInt() transactions!: number;
  @IsInt() accounts!: number;
}

export class AccountDay {
  @IsISO8601() day!: string;
  @IsMoney() credits!: string;
  @IsMoney() debits!: string;
}

/** Answer of `GET /api/unusual-activities/{id}/surroundings`: the member around the alert. */
export class AlertContext {
  /** The stretch shown: 120 days before the window to 30 days after it, cut to the ledger. */
  @IsISO8601() firstDay!: string;
  @IsISO8601() lastDay!: string;
  /** The account's days with money, oldest first. */
  @IsListOf(() => AccountDay) days!: AccountDay[];
  /** Other alerts of the member's accounts, newest first, at most 20. */
  @IsListOf(() => UnusualActivity) otherAlerts!: UnusualActivity[];
}
