import { Allow, IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import type { AlertEvidence } from '../fraud/alert-evidence.ts';
import { REVIEW_OUTCOMES, type ReviewOutcome } from '../fraud/review-outcome.ts';
import { RISK_LEVELS, type RiskLevel } from '../fraud/risk-level.ts';
import { IsDecimalText, IsMoney } from './decimal-text.ts';

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
}

export class UnusualActivityDetail extends UnusualActivity {
  @Allow() evidence!: AlertEvidence;
}

/** Body of `PATCH /api/unusual-activities/{id}/review`; without one the alert is marked reviewed, outcome unstated. */
export class ReviewRequest {
  @IsOptional() @IsIn(REVIEW_OUTCOMES) outcome?: ReviewOutcome;
  @IsOptional() @IsString() @MaxLength(4000) note?: string;
}
