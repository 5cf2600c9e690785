import 'reflect-metadata';
import { IsIn, IsInt, IsISO8601, IsObject, IsOptional, IsString } from 'class-validator';
import { AUDIT_ACTION_NAMES, type AuditAction, type AuditDetail } from './audit-events.ts';

/** One entry of the audit log: who did what to what, when, from where. */
export class AuditEvent {
  /** Place in the chain, from 1, without gaps. */
  @IsInt() seq!: number;
  /** When it happened. */
  @IsISO8601() at!: string;
  /** Null for the system, the operator's shell and somebody unknown. */
  @IsOptional() @IsInt() actorId!: number | null;
  @IsString() actorName!: string;
  @IsString() actorRole!: string;
  @IsIn(AUDIT_ACTION_NAMES) action!: AuditAction;
  @IsString() subjectType!: string;
  @IsOptional() @IsString() subjectId!: string | null;
  /** How a person calls the subject at that time: a user name, a file name. */
  @IsOptional() @IsString() subjectLabel!: string | null;
  /** Network address of the browser; null for the system. */
  @IsOptional() @IsString() address!: string | null;
  @IsOptional() @IsString() requestId!: string | null;
  @IsObject() detail!: AuditDetail;
  /** Keyed hash over this event and the one before it, hex. */
  @IsString() hash!: string;
}

/**
 * altered: its content or place was changed · missing: events between two others are gone · truncated: the newest are
 * gone · seal: a month's seal does not fit its events · unknown_key: made with a key that is not among the audit keys.
 */
export const AUDIT_BREAKS = ['altered', 'missing', 'truncated', 'seal', 'unknown_key'] as const;
export type AuditBreak = (typeof AUDIT_BREAKS)[number];

/** What walking the whole chain found. */
export class AuditVerification {
  intact!: boolean;
  /** Events looked at. */
  events!: number;
  /** Months whose events have expired; their seals were checked instead. */
  expiredMonths!: number;
  /** Null for an empty log. */
  firstSeq!: number | null;
  lastSeq!: number | null;
  /** Hash of the last event: noted outside, it proves later that nothing before it was changed. */
  lastHash!: string | null;
  /** The first place where the chain breaks; null when it is intact. */
  brokenAt!: { seq: number | null; problem: AuditBreak; sentence: string } | null;
  checkedAt!: string;
}
