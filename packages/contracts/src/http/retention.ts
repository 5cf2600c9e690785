import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';

export const RETAINED_KINDS = ['transactions', 'ai_reports', 'activity_log'] as const;
export type RetainedKind = (typeof RETAINED_KINDS)[number];

/** How long one kind of data is kept, and what is held of it. */
export class RetentionOf {
  @IsIn(RETAINED_KINDS) kind!: RetainedKind;
  @IsInt() keptYears!: number;
  /** Whether something removes by itself what is older. */
  @IsBoolean() isEnforced!: boolean;
  /** False: who holds it does not answer, and the figures below are empty. */
  @IsBoolean() isKnown!: boolean;
  @IsInt() count!: number;
  /** ISO date. */
  @IsOptional() @IsString() oldestDay!: string | null;
  /** What leaves next, or would if removal were enforced: the day from which it may, ISO. */
  @IsOptional() @IsString() nextRemovalDay!: string | null;
  /** How much of it is due by that day. */
  @IsInt() nextRemovalCount!: number;
}

/** Answer of `GET /api/system/retention`. */
export class RetentionReport {
  @IsArray() @ValidateNested({ each: true }) @Type(() => RetentionOf) kinds!: RetentionOf[];
}
