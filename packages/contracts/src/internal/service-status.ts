import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsIn, IsInt, IsISO8601, IsOptional, IsString, ValidateNested } from 'class-validator';
import { HealthCheck } from '../http/health.ts';
import { LastPurge } from '../http/retention.ts';
import { LedgerStanding, NewestImport, UploadFolder } from '../http/system-status.ts';

/** What a service tells the gateway of itself: answer of its private `GET /internal/status`. */
export class ServiceStatus {
  @IsIn(['api', 'worker', 'all']) role!: string;
  @IsString() version!: string;
  @IsISO8601() startedAt!: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => HealthCheck) checks!: HealthCheck[];
  /** Only from the service that owns it; null: there is none. */
  @IsOptional() @ValidateNested() @Type(() => NewestImport) newestImport?: NewestImport | null;
  @IsOptional() @ValidateNested() @Type(() => UploadFolder) uploads?: UploadFolder | null;
  @IsOptional() @ValidateNested() @Type(() => LedgerStanding) ledger?: LedgerStanding | null;
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
  @IsOptional() @ValidateNested() @Type(() => LastPurge) lastPurge!: LastPurge | null;
}
