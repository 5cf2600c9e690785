import 'reflect-metadata';
import { IsIn, IsInt, IsISO8601, IsString } from 'class-validator';
import { QUEUES, type QueueName } from '../jobs/job-definition.ts';

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
