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
import { HEALTH_STATES, type HealthState } from './health.ts';

export class NewestImport {
  @IsInt() id!: number;
  @IsString() fileName!: string;
  @IsString() state!: string;
  @IsISO8601() at!: string;
}

export class LedgerStanding {
  /** Raised by every import and every undo. */
  @IsInt() version!: number;
  /** Newest day with entries that is not in the future, ISO; null: the ledger is empty. */
  @IsOptional() @IsString() asOf!: string | null;
}

/** The disk on which uploaded files lie, or with a bucket those that are on their way into it or out of it. */
export class UploadFolder {
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

export class BackupStanding {
  /** Null: none was ever made. */
  @IsOptional() @ValidateNested() @Type(() => LastBackup) last!: LastBackup | null;
  /** One should have been made meanwhile. */
  @IsBoolean() isOverdue!: boolean;
}

/** One part of the application, and whether it answers. */
export class SystemPart {
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
  @IsArray() @ValidateNested({ each: true }) @Type(() => SystemProcess) processes!: SystemProcess[];
  /** Null: the queue does not answer. */
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => SystemQueue) queues!:
    | SystemQueue[]
    | null;
  @IsOptional() @ValidateNested() @Type(() => UploadFolder) uploads!: UploadFolder | null;
  /** Null: the database does not answer. */
  @IsOptional() @ValidateNested() @Type(() => BackupStanding) backup!: BackupStanding | null;
}

/** Something that is not as it should be, and what helps. */
export class SystemTrouble {
  @IsString() what!: string;
  @IsString() action!: string;
}

/** Answer of `GET /api/system/status`. */
export class SystemStatus {
  @IsIn(HEALTH_STATES) state!: HealthState;
  @IsISO8601() askedAt!: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => SystemPart) parts!: SystemPart[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => SystemTrouble) troubles!: SystemTrouble[];
  @IsOptional() @ValidateNested() @Type(() => NewestImport) newestImport!: NewestImport | null;
  @IsOptional() @ValidateNested() @Type(() => LedgerStanding) ledger!: LedgerStanding | null;
  /** For admins; null for others. */
  @IsOptional() @ValidateNested() @Type(() => SystemDetails) details!: SystemDetails | null;
}
