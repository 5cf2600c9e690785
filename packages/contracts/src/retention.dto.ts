import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsListOf, IsNested } from './field-decorators.dto.ts';
import { ACCOUNT_NUMBER_MAX_LENGTH, REASON_MAX_LENGTH, REFERENCE_MAX_LENGTH } from './text-limits.ts';

export const HOLD_STATES = ['standing', 'released'] as const;
export type HoldState = (typeof HOLD_STATES)[number];

/** Prevents purging of one account, or of everything, until it is released. */
export class PlaceHoldRequest {
  /** If null or left out, everything is held. */
  @IsOptional() @IsString() @MaxLength(ACCOUNT_NUMBER_MAX_LENGTH) accountNumber?: string | null;
  @IsString() @MaxLength(REASON_MAX_LENGTH) reason!: string;
  /** A docket, letter or ticket number. */
  @IsOptional() @IsString() @MaxLength(REFERENCE_MAX_LENGTH) reference?: string | null;
}

export class ReleaseHoldRequest {
  @IsString() @MaxLength(REASON_MAX_LENGTH) reason!: string;
}

export class HeldMember {
  @IsInt() id!: number;
  @IsString() firstName!: string;
  @IsString() lastName!: string;
  @IsString() company!: string;
}

export class LegalHold {
  @IsInt() id!: number;
  @IsOptional() @IsString() accountNumber!: string | null;
  /** Null for a hold on everything and for an account without entries. */
  @IsOptional() @IsNested(() => HeldMember) member!: HeldMember | null;
  @IsIn(HOLD_STATES) state!: HoldState;
  @IsString() reason!: string;
  @IsOptional() @IsString() reference!: string | null;
  @IsString() placedBy!: string;
  @IsISO8601() placedAt!: string;
  @IsOptional() @IsString() releasedBy!: string | null;
  @IsOptional() @IsISO8601() releasedAt!: string | null;
  @IsOptional() @IsString() releaseReason!: string | null;
}

export const RETAINED_KINDS = ['transactions', 'ai_reports', 'activity_log'] as const;
export type RetainedKind = (typeof RETAINED_KINDS)[number];

/** `entries`, `alerts`, `files`. */
export class RemovedCount {
  @IsString() what!: string;
  @IsInt() count!: number;
}

export class LastPurge {
  /** ISO date of the run; retention periods are counted back from it. */
  @IsString() day!: string;
  @IsISO8601() startedAt!: string;
  /** Null during the purge. */
  @IsOptional() @IsISO8601() finishedAt!: string | null;
  /** Why the purge failed; it is retried the next day. */
  @IsOptional() @IsString() failure!: string | null;
  @IsListOf(() => RemovedCount) removed!: RemovedCount[];
}

export class RetainedData {
  @IsInt() count!: number;
  @IsOptional() @IsString() oldestDay!: string | null;
  /** ISO date of the next removal. */
  @IsOptional() @IsString() nextRemovalDay!: string | null;
  /** Records due for removal by that day. */
  @IsInt() nextRemovalCount!: number;
  /** Records past their retention period, but on hold or used by a retained alert. */
  @IsInt() withheldCount!: number;
  @IsOptional() @IsNested(() => LastPurge) lastPurge!: LastPurge | null;
}

export class RetentionStatus extends RetainedData {
  @IsIn(RETAINED_KINDS) kind!: RetainedKind;
  @IsInt() keptYears!: number;
  /** Null if there is no legal minimum. */
  @IsOptional() @IsInt() legalMinimumYears!: number | null;
  /** False if the service does not respond; the figures are then empty. */
  @IsBoolean() isKnown!: boolean;
}

export class RetentionReport {
  @IsListOf(() => RetentionStatus) kinds!: RetentionStatus[];
}
