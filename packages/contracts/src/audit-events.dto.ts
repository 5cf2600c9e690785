import 'reflect-metadata';
import { IsIn, IsInt, IsISO8601, IsObject, IsOptional, IsString } from 'class-validator';
import { AUDIT_ACTION_NAMES, type AuditAction, type AuditDetail } from './audit-events.ts';

export class AuditEvent {
  /** From 1, without gaps. */
  @IsInt() seq!: number;
  @IsISO8601() at!: string;
  /** Null for the system, the operator's shell and unknown users. */
  @IsOptional() @IsInt() actorId!: number | null;
  @IsString() actorName!: string;
  @IsString() actorRole!: string;
  @IsIn(AUDIT_ACTION_NAMES) action!: AuditAction;
  @IsString() subjectType!: string;
  @IsOptional() @IsString() subjectId!: string | null;
  /** The username or file name at that time. */
  @IsOptional() @IsString() subjectLabel!: string | null;
  /** The browser's IP address; null for the system. */
  @IsOptional() @IsString() address!: string | null;
  @IsOptional() @IsString() requestId!: string | null;
  @IsObject() detail!: AuditDetail;
  /** Keyed hash of this event and the previous hash, in hex. */
  @IsString() hash!: string;
}

/**
 * altered: content or position changed · missing: events between two others are gone · truncated: the newest are gone ·
 * seal: a month's seal does not match its events · unknown_key: signed with a key that is not an audit key.
 */
export const AUDIT_BREAKS = ['altered', 'missing', 'truncated', 'seal', 'unknown_key'] as const;
export type AuditBreak = (typeof AUDIT_BREAKS)[number];

export class AuditVerification {
  intact!: boolean;
  events!: number;
  /** Months whose events have expired; only their seals are checked. */
  expiredMonths!: number;
  firstSeq!: number | null;
  lastSeq!: number | null;
  /** A copy stored elsewhere can later prove that no event up to this one was changed. */
  lastHash!: string | null;
  brokenAt!: { seq: number | null; problem: AuditBreak; sentence: string } | null;
  checkedAt!: string;
}
