import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString } from 'class-validator';
import { IsListOf, IsNested } from './field-decorators.dto.ts';
import { QUEUES, type QueueName } from './job-definition.ts';
import { LastPurge } from './retention.dto.ts';

/** One entry of `GET /api/system/failed-jobs`: work that was given up. What the job carries is not told. */
export class FailedJob {
  @IsIn(Object.values(QUEUES)) queue!: QueueName;
  /** How a person calls the work of the queue. */
  @IsString() title!: string;
  /** The job's identity: what it is, and of which record (`import.file-12`). */
  @IsString() id!: string;
  @IsString() name!: string;
  @IsInt() attempts!: number;
  /** In words; never what an error said, which may quote a row. */
  @IsString() reason!: string;
  @IsISO8601() failedAt!: string;
}

/** recovering: it is there, brings its data up to date after a crash, and answers again by itself. */
const HEALTH_STATES = ['up', 'recovering', 'down'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** One thing that was really asked: a database, a queue, a service. */
export class HealthCheck {
  @IsString() name!: string;
  @IsIn(HEALTH_STATES) state!: HealthState;
  @IsInt() milliseconds!: number;
  @IsOptional() @IsString() reason?: string;
}

export class HealthReport {
  @IsIn(HEALTH_STATES) status!: HealthState;
  /** While it recovers: what everything waits for, in a sentence. */
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
  /** Raised by every import and every undo. */
  @IsInt() version!: number;
  /** Newest day with entries that is not in the future, ISO; null: the ledger is empty. */
  @IsOptional() @IsString() asOf!: string | null;
}

/** The disk on which uploaded files lie, or with a bucket those that are on their way into it or out of it. */
export class UploadStorage {
  @IsBoolean() inBucket!: boolean;
  @IsInt() freeBytes!: number;
  @IsInt() totalBytes!: number;
}

export class LastBackup {
  /** The moment whose rows it holds. */
  @IsISO8601() at!: string;
  @IsInt() bytes!: number;
  /** Eight hex digits by which a key is known; they say nothing of it. */
  @IsString() keyId!: string;
  /** Uploaded files that were missing or damaged when it was made. */
  @IsInt() missingFiles!: number;
}

export class BackupStatus {
  /** Null: none was ever made. */
  @IsOptional() @IsNested(() => LastBackup) last!: LastBackup | null;
  /** One should have been made meanwhile. */
  @IsBoolean() isOverdue!: boolean;
}

/** One part of the application, and whether it answers. */
export class SystemComponent {
  @IsString() name!: string;
  /** How a person calls what it does. */
  @IsString() title!: string;
  @IsIn(HEALTH_STATES) state!: HealthState;
  @IsInt() milliseconds!: number;
}

/** A process that answers requests; null where it does not answer. */
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
  /** Out of tries; kept for a month. */
  @IsInt() failed!: number;
  /** Processes that would take work. */
  @IsInt() workers!: number;
}

export class SystemDetails {
  @IsListOf(() => SystemProcess) processes!: SystemProcess[];
  /** Null: the queue does not answer. */
  @IsOptional() @IsListOf(() => SystemQueue) queues!: SystemQueue[] | null;
  @IsOptional() @IsNested(() => UploadStorage) uploads!: UploadStorage | null;
  /** Null: the database does not answer. */
  @IsOptional() @IsNested(() => BackupStatus) backup!: BackupStatus | null;
}

/** Something that is not as it should be, and what helps. */
export class SystemProblem {
  @IsString() what!: string;
  @IsString() action!: string;
}

/** Answer of `GET /api/system/status`. */
export class SystemStatus {
  @IsIn(HEALTH_STATES) state!: HealthState;
  @IsISO8601() askedAt!: string;
  @IsListOf(() => SystemComponent) parts!: SystemComponent[];
  @IsListOf(() => SystemProblem) troubles!: SystemProblem[];
  @IsOptional() @IsNested(() => NewestImport) newestImport!: NewestImport | null;
  @IsOptional() @IsNested(() => LedgerStatus) ledger!: LedgerStatus | null;
  /** For admins; null for others. */
  @IsOptional() @IsNested(() => SystemDetails) details!: SystemDetails | null;
}

/** What a service tells the gateway of itself: answer of its private `GET /internal/status`. */
export class ServiceStatus {
  @IsIn(['api', 'worker', 'all']) role!: string;
  @IsString() version!: string;
  @IsISO8601() startedAt!: string;
  @IsListOf(() => HealthCheck) checks!: HealthCheck[];
  /** Only from the service that owns it; null: there is none. */
  @IsOptional() @IsNested(() => NewestImport) newestImport?: NewestImport | null;
  @IsOptional() @IsNested(() => UploadStorage) uploads?: UploadStorage | null;
  @IsOptional() @IsNested(() => LedgerStatus) ledger?: LedgerStatus | null;
}

/** Answer of the private `GET /internal/retention`: what a service holds of what is kept for a stated time. */
export class RetainedData {
  @IsInt() count!: number;
  /** ISO date of the oldest; null: nothing is held, or nothing has a date. */
  @IsOptional() @IsString() oldestDay!: string | null;
  /** ISO date on which something leaves next, if all goes on as it is; null: nothing does. */
  @IsOptional() @IsString() nextRemovalDay!: string | null;
  @IsInt() nextRemovalCount!: number;
  /** Past its time and kept all the same. */
  @IsInt() withheldCount!: number;
  @IsOptional() @IsNested(() => LastPurge) lastPurge!: LastPurge | null;
}

/** A backup is made every night; when two nights have passed without one, somebody has to look (docs/how-to/back-up-and-restore.md). */
export const BACKUP_OVERDUE_HOURS = 48;
