import {
  Equals,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  Min,
} from 'class-validator';
import { REVIEW_OUTCOMES, type ReviewOutcome, RISK_LEVELS, type RiskLevel } from './alerts.ts';
import {
  BACKTEST_SAMPLES,
  type BacktestSample,
  PARAMETER_SCALINGS,
  type ParameterScaling,
  SENSITIVITIES,
  type Sensitivity,
} from './detection-policy.ts';
import { IsDecimalText, IsListOf, IsMoney, IsTextList } from './field-decorators.dto.ts';
import { REASON_MAX_LENGTH } from './text-limits.ts';

export class DetectFraudRequest {
  @Equals(true) analyzeAllData!: boolean;
}

export class DetectFraudResponse {
  @IsInt() runId!: number;
  @IsInt() alertsGenerated!: number;
}

export const RUN_STATES = ['queued', 'running', 'finished'] as const;
type RunState = (typeof RUN_STATES)[number];

/** The latest full analysis; all null or 0 before the first. */
export class FullAnalysis {
  @IsOptional() @IsInt() runId!: number | null;
  @IsOptional() @IsIn(RUN_STATES) state!: RunState | null;
  @IsInt() shardsDone!: number;
  @IsInt() shards!: number;
  @IsInt() alertsGenerated!: number;
  @IsOptional() @IsString() requestedBy!: string | null;
  @IsOptional() @IsISO8601() createdAt!: string | null;
  @IsOptional() @IsISO8601() finishedAt!: string | null;
}

export class PolicyBody {
  @IsIn(SENSITIVITIES) sensitivity!: Sensitivity;
  /** By activity type and parameter name; defaults where missing. */
  @IsObject() parameters!: Record<string, Record<string, number>>;
  /** Reasons for disabling rules, by activity type. */
  @IsObject() switchedOff!: Record<string, string>;
}

export class RuleParameter {
  @IsString() name!: string;
  @IsIn(['USD', 'count', 'days', 'ratio']) unit!: 'USD' | 'count' | 'days' | 'ratio';
  @IsString() meaning!: string;
  @IsString() example!: string;
  /** Lets the screen show the effective values for unsaved changes. */
  @IsIn(PARAMETER_SCALINGS) scaling!: ParameterScaling;
  @IsNumber() default!: number;
  @IsNumber() min!: number;
  @IsNumber() max!: number;
  @IsNumber() value!: number;
  /** After sensitivity is applied. */
  @IsNumber() effective!: number;
}

export class RuleInPolicy {
  @IsString() activityType!: string;
  @IsString() category!: string;
  @IsInt() ruleVersion!: number;
  @IsTextList() sources!: string[];
  @IsOptional() @IsString() switchedOff!: string | null;
  @IsListOf(() => RuleParameter) parameters!: RuleParameter[];
}

export class DetectionPolicyView {
  @IsInt() version!: number;
  @IsIn(SENSITIVITIES) sensitivity!: Sensitivity;
  @IsString() createdBy!: string;
  @IsISO8601() createdAt!: string;
  @IsString() reason!: string;
  @IsListOf(() => RuleInPolicy) rules!: RuleInPolicy[];
}

export class PolicyChange {
  /** Null for a change that affects the whole policy (sensitivity). */
  @IsOptional() @IsString() activityType!: string | null;
  @IsString() name!: string;
  @IsOptional() @IsString() from!: string | null;
  @IsOptional() @IsString() to!: string | null;
}

export class PolicyVersion {
  @IsInt() version!: number;
  @IsString() createdBy!: string;
  @IsISO8601() createdAt!: string;
  @IsString() reason!: string;
  /** Compared with the previous version; empty for the first. */
  @IsListOf(() => PolicyChange) changes!: PolicyChange[];
}

export class SavePolicyRequest extends PolicyBody {
  @IsString() @MaxLength(REASON_MAX_LENGTH) reason!: string;
  /** The version that was edited; 409 if a newer version exists. */
  @IsInt() @Min(1) basedOn!: number;
}

/** Compared with the policy in force. */
export class BacktestRow {
  @IsString() activityType!: string;
  @IsInt() now!: number;
  @IsInt() candidate!: number;
  @IsInt() gained!: number;
  @IsInt() lost!: number;
  /** Lost alerts that had been reviewed as suspicious or escalated. */
  @IsInt() lostSuspicious!: number;
  /** Lost alerts that had been reviewed as false positives or explained. */
  @IsInt() lostFalsePositive!: number;
}

export class BacktestAlert {
  /** below_the_line: what the candidate policy would also find with all limits a fifth lower. */
  @IsIn(BACKTEST_SAMPLES) sample!: BacktestSample;
  @IsString() activityType!: string;
  @IsString() accountNumber!: string;
  /** Null when the account was deleted. */
  @IsOptional() @IsInt() memberId!: number | null;
  @IsString() memberName!: string;
  @IsString() firstName!: string;
  @IsString() lastName!: string;
  @IsInt() transactionId!: number;
  @IsISO8601() activityDate!: string;
  @IsMoney() amount!: string;
  @IsIn(RISK_LEVELS) riskLevel!: RiskLevel;
  @IsString() description!: string;
  /** The outcome of the existing alert for the same behavior, if reviewed. */
  @IsOptional() @IsIn(REVIEW_OUTCOMES) outcome!: ReviewOutcome | null;
}

export class PolicyBacktest {
  @IsInt() id!: number;
  @IsIn(RUN_STATES) state!: RunState;
  @IsInt() shardsDone!: number;
  @IsInt() shards!: number;
  @IsInt() comparedWith!: number;
  @IsListOf(() => BacktestRow) rows!: BacktestRow[];
  /** At most 50 per sample, evenly spaced. */
  @IsListOf(() => BacktestAlert) alerts!: BacktestAlert[];
}

export class RuleQuality {
  @IsString() activityType!: string;
  @IsInt() policyVersion!: number;
  @IsInt() alerts!: number;
  @IsInt() open!: number;
  @IsInt() falsePositive!: number;
  @IsInt() explained!: number;
  @IsInt() suspicious!: number;
  @IsInt() escalated!: number;
  @IsInt() unstated!: number;
  /** Percentage of false positives and explained alerts among those reviewed with an outcome; null if none. */
  @IsOptional() @IsDecimalText() falsePositiveRate!: string | null;
}
