import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsListOf, IsNested } from './field-decorators.dto.ts';
import { ACCOUNT_NUMBER_MAX_LENGTH, REASON_MAX_LENGTH, REFERENCE_MAX_LENGTH } from './text-limits.ts';

export const HOLD_STATES = ['standing', 'released'] as const;
export type HoldState = (typeof HOLD_STATES)[number];

/** Body of `POST /api/legal-holds`: nothing of one account, or nothing at all, is purged until the hold is released. */
export class PlaceHoldRequest {
  /** Left out or null: everything is held. */
  @IsOptional() @IsString() @MaxLength(ACCOUNT_NUMBER_MAX_LENGTH) accountNumber?: string | null;
  @IsString() @MaxLength(REASON_MAX_LENGTH) reason!: string;
  /** What the matter is called elsewhere: a docket, a letter, a ticket. */
  @IsOptional() @IsString() @MaxLength(REFERENCE_MAX_LENGTH) reference?: string | null;
}

/** Body of `POST /api/legal-holds/{id}/release`. */
export class ReleaseHoldRequest {
  @IsString() @MaxLength(REASON_MAX_LENGTH) reason!: string;
}

/** Whose entries are held, as the ledger names the account now. */
export class HeldMember {
  @IsInt() id!: number;
  @IsString() firstName!: string;
  @IsString() lastName!: string;
  @IsString() company!: string;
}

export class LegalHold {
  @IsInt() id!: number;
  /** Null: everything. */
  @IsOptional() @IsString() accountNumber!: string | null;
  /** Null: everything is held, or the account has no entries any more. */
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
  @IsListOf(() => RemovedCount) removed!: RemovedCount[];
}

/** How long one kind of data is kept, and what is held of it. */
export class RetentionStatus {
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
  @IsOptional() @IsNested(() => LastPurge) lastPurge!: LastPurge | null;
}

/** Answer of `GET /api/system/retention`. */
export class RetentionReport {
  @IsListOf(() => RetentionStatus) kinds!: RetentionStatus[];
}
