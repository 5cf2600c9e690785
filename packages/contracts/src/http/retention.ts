import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';

export const RETAINED_KINDS = ['transactions', 'ai_reports', 'activity_log'] as const;
export type RetainedKind = (typeof RETAINED_KINDS)[number];

/** So much of one kind of record: `entries`, `alerts`, `files`. */
export class RemovedCount {
  @IsString() what!: string;
  @IsInt() count!: number;
}

/** The newest run of what removes records by itself. */
export class LastPurge {
  /** ISO date, as of which it removed. */
  @IsString() day!: string;
  @IsISO8601() startedAt!: string;
  /** Null: it is under way. */
  @IsOptional() @IsISO8601() finishedAt!: string | null;
  /** Why it was given up; the next day goes on. */
  @IsOptional() @IsString() failure!: string | null;
  @IsArray() @ValidateNested({ each: true }) @Type(() => RemovedCount) removed!: RemovedCount[];
}

/** How long one kind of data is kept, and what is held of it. */
export class RetentionOf {
  @IsIn(RETAINED_KINDS) kind!: RetainedKind;
  @IsInt() keptYears!: number;
  /** Fewer are refused; null: no law says so. */
  @IsOptional() @IsInt() legalMinimumYears!: number | null;
  /** False: who holds it does not answer, and the figures below are empty. */
  @IsBoolean() isKnown!: boolean;
  @IsInt() count!: number;
  /** ISO date. */
  @IsOptional() @IsString() oldestDay!: string | null;
  /** What leaves next: the day from which it may, ISO. */
  @IsOptional() @IsString() nextRemovalDay!: string | null;
  /** How much of it is due by that day. */
  @IsInt() nextRemovalCount!: number;
  /** Past its time and kept all the same: held, or shown by an alert that is kept. */
  @IsInt() withheldCount!: number;
  /** Null: nothing has run yet. */
  @IsOptional() @ValidateNested() @Type(() => LastPurge) lastPurge!: LastPurge | null;
}

/** Answer of `GET /api/system/retention`. */
export class RetentionReport {
  @IsArray() @ValidateNested({ each: true }) @Type(() => RetentionOf) kinds!: RetentionOf[];
}
