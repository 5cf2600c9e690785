import { IsInt, IsOptional, IsString } from 'class-validator';
import { IsDecimalText } from './decimal-text.ts';

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
