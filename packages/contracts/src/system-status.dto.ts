import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString } from 'class-validator';
import { IsListOf, IsNested } from './field-decorators.dto.ts';
import { QUEUES, type QueueName } from './job-definition.ts';

/** Without the payload. */
export class FailedJob {
  @IsIn(Object.values(QUEUES)) queue!: QueueName;
  @IsString() title!: string;
  /** Identity of the job (`import.file-12`). */
  @IsString() id!: string;
  @IsString() name!: string;
  @IsInt() attempts!: number;
  /** Never the text of an error, which might quote a row. */
  @IsString() reason!: string;
  @IsISO8601() failedAt!: string;
}

/** recovering: starting or restoring data after a crash; becomes available again without intervention. */
const HEALTH_STATES = ['up', 'recovering', 'down'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export class HealthCheck {
  @IsString() name!: string;
  @IsIn(HEALTH_STATES) state!: HealthState;
  @IsInt() milliseconds!: number;
  @IsOptional() @IsString() reason?: string;
}

export class HealthReport {
  @IsIn(HEALTH_STATES) status!: HealthState;
  /** One sentence, while recovering. */
  @IsOptional() @IsString() waitsFor?: string;
  checks!: HealthCheck[];
}

export class NewestImport {
  @IsInt() id!: number;
  @IsString() fileName!: string;
  @IsString() state!: string;
  @IsISO8601() at!: string;
}

class LedgerStatus {
  /** Incremented by every import, undo and purge. */
  @IsInt() version!: number;
  /** ISO date of the newest entries that are not in the future; null for an empty ledger. */
  @IsOptional() @IsString() asOf!: string | null;
}

/** The disk for uploaded files or, if a bucket is used, for files in transit. */
export class UploadStorage {
  @IsBoolean() inBucket!: boolean;
  @IsInt() freeBytes!: number;
  @IsInt() totalBytes!: number;
}

export class LastBackup {
  @IsISO8601() at!: string;
  @IsInt() bytes!: number;
  /** Eight hex digits that identify the key and reveal nothing about it. */
  @IsString() keyId!: string;
  /** Uploaded files that were missing or damaged. */
  @IsInt() missingFiles!: number;
}

export class BackupStatus {
  /** Null before the first backup. */
  @IsOptional() @IsNested(() => LastBackup) last!: LastBackup | null;
  @IsBoolean() isOverdue!: boolean;
}

export class SystemComponent {
  @IsString() name!: string;
  @IsString() title!: string;
  @IsIn(HEALTH_STATES) state!: HealthState;
  @IsInt() milliseconds!: number;
}

/** Fields are null if the process does not respond. */
export class SystemProcess {
  @IsString() name!: string;
  @IsOptional() @IsString() role!: string | null;
  @IsOptional() @IsString() version!: string | null;
  @IsOptional() @IsISO8601() startedAt!: string | null;
}

export class SystemQueue {
  @IsString() name!: string;
  @IsString() title!: string;
  @IsInt() waiting!: number;
  @IsInt() active!: number;
  /** Kept for a month. */
  @IsInt() failed!: number;
  /** Processes that take jobs. */
  @IsInt() workers!: number;
}

export class SystemDetails {
  @IsListOf(() => SystemProcess) processes!: SystemProcess[];
  /** Null if the queue does not respond. */
  @IsOptional() @IsListOf(() => SystemQueue) queues!: SystemQueue[] | null;
  @IsOptional() @IsNested(() => UploadStorage) uploads!: UploadStorage | null;
  /** Null if the database does not respond. */
  @IsOptional() @IsNested(() => BackupStatus) backup!: BackupStatus | null;
}

export class SystemProblem {
  @IsString() what!: string;
  @IsString() action!: string;
}

export class SystemStatus {
  @IsIn(HEALTH_STATES) state!: HealthState;
  @IsISO8601() askedAt!: string;
  @IsListOf(() => SystemComponent) parts!: SystemComponent[];
  @IsListOf(() => SystemProblem) troubles!: SystemProblem[];
  @IsOptional() @IsNested(() => NewestImport) newestImport!: NewestImport | null;
  @IsOptional() @IsNested(() => LedgerStatus) ledger!: LedgerStatus | null;
  /** For admins only. */
  @IsOptional() @IsNested(() => SystemDetails) details!: SystemDetails | null;
}

/** Where the heads of the audit log and the alert chain are stored outside the database. */
const ANCHOR_TARGETS = ['file', 'syslog', 'https'] as const;
export type AnchorTarget = (typeof ANCHOR_TARGETS)[number];

/** rewritten: a chain does not contain its last anchor. */
const ANCHOR_PROBLEMS = ['failed', 'rewritten'] as const;

export class AnchorProblem {
  @IsIn(ANCHOR_TARGETS) target!: AnchorTarget;
  @IsIn(ANCHOR_PROBLEMS) problem!: (typeof ANCHOR_PROBLEMS)[number];
}

export class ServiceStatus {
  @IsIn(['api', 'worker', 'all']) role!: string;
  @IsString() version!: string;
  @IsISO8601() startedAt!: string;
  @IsListOf(() => HealthCheck) checks!: HealthCheck[];
  /** Only from the service that owns it. */
  @IsOptional() @IsNested(() => NewestImport) newestImport?: NewestImport | null;
  @IsOptional() @IsNested(() => UploadStorage) uploads?: UploadStorage | null;
  @IsOptional() @IsNested(() => LedgerStatus) ledger?: LedgerStatus | null;
  @IsOptional() @IsListOf(() => AnchorProblem) anchorProblems?: AnchorProblem[];
}

/** Backups run nightly; two missed backups need attention (docs/how-to/back-up-and-restore.md). */
export const BACKUP_OVERDUE_HOURS = 48;
