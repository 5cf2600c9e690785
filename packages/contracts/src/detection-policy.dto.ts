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

/** Body of `POST /api/analytics/detect-fraud`. */
export class DetectFraudRequest {
  @Equals(true) analyzeAllData!: boolean;
}

/** Answer when the analysis is done. */
export class DetectFraudResponse {
  @IsInt() runId!: number;
  @IsInt() alertsGenerated!: number;
}

export const RUN_STATES = ['queued', 'running', 'finished'] as const;
type RunState = (typeof RUN_STATES)[number];

/** Answer of `GET /api/analytics/full-analysis`: the newest analysis of everybody; all null before the first. */
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

/** What a policy says, without its version: body of a try-out and of saving. */
export class PolicyBody {
  @IsIn(SENSITIVITIES) sensitivity!: Sensitivity;
  /** By activity type and parameter name; what is missing has its default. */
  @IsObject() parameters!: Record<string, Record<string, number>>;
  /** Rules switched off, by activity type, each with its reason. */
  @IsObject() switchedOff!: Record<string, string>;
}

/** A parameter of a rule as the policy screen shows it. */
export class RuleParameter {
  @IsString() name!: string;
  @IsIn(['USD', 'count', 'days', 'ratio']) unit!: 'USD' | 'count' | 'days' | 'ratio';
  @IsString() meaning!: string;
  /** How it follows the sensitivity: a screen says the effective number of what is not saved yet. */
  @IsIn(PARAMETER_SCALINGS) scaling!: ParameterScaling;
  @IsNumber() default!: number;
  @IsNumber() min!: number;
  @IsNumber() max!: number;
  /** The policy's number, before sensitivity. */
  @IsNumber() value!: number;
  /** What the rule runs with after sensitivity. */
  @IsNumber() effective!: number;
}

export class RuleInPolicy {
  @IsString() activityType!: string;
  @IsString() category!: string;
  @IsInt() ruleVersion!: number;
  @IsTextList() sources!: string[];
  /** The reason when the institution has switched it off. */
  @IsOptional() @IsString() switchedOff!: string | null;
  @IsListOf(() => RuleParameter) parameters!: RuleParameter[];
}

/** Answer of `GET /api/detection/policy` and `GET /api/detection/policy/versions/{version}`. */
export class DetectionPolicyView {
  @IsInt() version!: number;
  @IsIn(SENSITIVITIES) sensitivity!: Sensitivity;
  @IsString() createdBy!: string;
  @IsISO8601() createdAt!: string;
  @IsString() reason!: string;
  @IsListOf(() => RuleInPolicy) rules!: RuleInPolicy[];
}

/** One thing that a version changed against the one before. */
export class PolicyChange {
  /** Null for the policy as a whole (sensitivity). */
  @IsOptional() @IsString() activityType!: string | null;
  /** A parameter's name, "sensitivity" or "switchedOff". */
  @IsString() name!: string;
  @IsOptional() @IsString() from!: string | null;
  @IsOptional() @IsString() to!: string | null;
}

export class PolicyVersion {
  @IsInt() version!: number;
  @IsString() createdBy!: string;
  @IsISO8601() createdAt!: string;
  @IsString() reason!: string;
  /** Against the version before; empty for the first. */
  @IsListOf(() => PolicyChange) changes!: PolicyChange[];
}

/** Body of `POST /api/detection/policy`. */
export class SavePolicyRequest extends PolicyBody {
  @IsString() @MaxLength(REASON_MAX_LENGTH) reason!: string;
  /** The version the admin has seen; when another has been saved meanwhile, 409. */
  @IsInt() @Min(1) basedOn!: number;
}

/** Alerts of one rule that a candidate policy gains or loses against the policy in force. */
export class BacktestRow {
  @IsString() activityType!: string;
  @IsInt() now!: number;
  @IsInt() candidate!: number;
  @IsInt() gained!: number;
  @IsInt() lost!: number;
  /** Of the lost ones: those whose existing alert was found suspicious or escalated. */
  @IsInt() lostSuspicious!: number;
  /** Of the lost ones: those whose existing alert led to nothing, a false positive or explained. */
  @IsInt() lostFalsePositive!: number;
}

export class BacktestAlert {
  /** below_the_line: what the candidate would find in addition if all its limits were a fifth lower. */
  @IsIn(BACKTEST_SAMPLES) sample!: BacktestSample;
  @IsString() activityType!: string;
  @IsString() accountNumber!: string;
  /** With the names leads to the member's page; null when the account is gone. */
  @IsOptional() @IsInt() memberId!: number | null;
  @IsString() memberName!: string;
  @IsString() firstName!: string;
  @IsString() lastName!: string;
  @IsInt() transactionId!: number;
  @IsISO8601() activityDate!: string;
  @IsMoney() amount!: string;
  @IsIn(RISK_LEVELS) riskLevel!: RiskLevel;
  @IsString() description!: string;
  /** Of the existing alert of the same behaviour, if there is one and it is reviewed. */
  @IsOptional() @IsIn(REVIEW_OUTCOMES) outcome!: ReviewOutcome | null;
}

/** Answer of `POST /api/detection/tryouts` and `GET /api/detection/tryouts/{id}`. Nothing is saved by it. */
export class PolicyBacktest {
  @IsInt() id!: number;
  @IsIn(RUN_STATES) state!: RunState;
  @IsInt() shardsDone!: number;
  @IsInt() shards!: number;
  /** The policy in force that it is compared with. */
  @IsInt() comparedWith!: number;
  @IsListOf(() => BacktestRow) rows!: BacktestRow[];
  /** At most 50 of each kind, chosen evenly. */
  @IsListOf(() => BacktestAlert) alerts!: BacktestAlert[];
}

/** A row of `GET /api/detection/quality`: how alerts of one rule under one policy version were decided. */
export class RuleQuality {
  @IsString() activityType!: string;
  @IsInt() policyVersion!: number;
  @IsInt() alerts!: number;
  @IsInt() open!: number;
  @IsInt() falsePositive!: number;
  @IsInt() explained!: number;
  @IsInt() suspicious!: number;
  @IsInt() escalated!: number;
  /** Reviewed without a stated outcome. */
  @IsInt() unstated!: number;
  /** Of 100 alerts reviewed with an outcome, those that were false positives or explained; null before the first. */
  @IsOptional() @IsDecimalText() falsePositiveRate!: string | null;
}
