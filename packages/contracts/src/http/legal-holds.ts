import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsISO8601, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { ACCOUNT_NUMBER_MAX_LENGTH, REASON_MAX_LENGTH, REFERENCE_MAX_LENGTH } from '../text-limits.ts';

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
  @IsOptional() @ValidateNested() @Type(() => HeldMember) member!: HeldMember | null;
  @IsIn(HOLD_STATES) state!: HoldState;
  @IsString() reason!: string;
  @IsOptional() @IsString() reference!: string | null;
  @IsString() placedBy!: string;
  @IsISO8601() placedAt!: string;
  @IsOptional() @IsString() releasedBy!: string | null;
  @IsOptional() @IsISO8601() releasedAt!: string | null;
  @IsOptional() @IsString() releaseReason!: string | null;
}
