import { QUEUES, type QueueName } from '@clearwatch/contracts/job-definition';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import { ENVIRONMENT } from '../boot/kit.module.ts';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { AppError } from '../errors/app-error.ts';
import { LOGGER } from '../logging/logger.ts';
import { closeQueue, connectQueues, withQueueTimeout } from './queue-connection.ts';

export interface QueueFigures {
  name: QueueName;
  waiting: number;
  active: number;
  /** Waiting for their next attempt. */
  delayed: number;
  failed: number;
  workers: number;
}

export async function readQueueFigures(queue: Queue): Promise<QueueFigures> {
  const [counts, workers] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed'),
    queue.getWorkersCount(),
  ]);
  const { waiting = 0, prioritized = 0, delayed = 0, active = 0, failed = 0 } = counts;
  return { name: queue.name as QueueName, waiting: waiting + prioritized, active, delayed, failed, workers };
}

export type QueueCount = Omit<QueueFigures, 'delayed'>;

const MAX_JOBS_PER_QUEUE = 100;

export interface JobAddress {
  queue: QueueName;
  /** Identity of the job (`import.file-12`). */
  id: string;
}

/** A permanently failed job, without its payload. */
export interface FailedJobRecord extends JobAddress {
  name: string;
  attempts: number;
  /** Begins with the error code (`unavailable in import.file`), or is the queue's own text. */
  reason: string;
  failedAt: Date;
}

/** Connects on first use. Every method throws AppError `unavailable` if the queue does not respond in a few seconds. */
@Injectable()
export class QueueInspector implements OnModuleDestroy {
  private queues: ReadonlyMap<QueueName, Queue> = new Map();

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.queues.values()].map(closeQueue));
  }

  /** Delayed jobs count as waiting. */
  async counts(): Promise<QueueCount[]> {
    const queues = [...this.connected().values()];
    const figures = await withQueueTimeout(Promise.all(queues.map(readQueueFigures)));
    return figures.map(({ delayed, waiting, ...rest }) => ({ ...rest, waiting: waiting + delayed }));
  }

  /**
   * The latest hundred failed jobs from each queue, newest first. A failed job is kept until a user retries or discards
   * it, but for a month at most.
   */
  async failedJobs(): Promise<FailedJobRecord[]> {
    const lists = [...this.connected()].map(async ([queue, connection]) => {
      const jobs = await connection.getFailed(0, MAX_JOBS_PER_QUEUE - 1);
      // A job removed in the meantime is undefined, despite the type.
      return jobs.filter(Boolean).map((job): FailedJobRecord => {
        const { id = '', name, attemptsMade: attempts, failedReason: reason, finishedOn = 0 } = job;
        return { queue, id, name, attempts, reason, failedAt: new Date(finishedOn) };
      });
    });
    const failed = (await withQueueTimeout(Promise.all(lists))).flat();
    return failed.toSorted((one, other) => other.failedAt.getTime() - one.failedAt.getTime());
  }

  /** Resets the number of attempts. @throws AppError `not_found` when the job is not failed */
  async retry(address: JobAddress): Promise<void> {
    const job = await this.failedJob(address);
    await withQueueTimeout(job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }));
  }

  /** Work that is still open is queued again as a new job. @throws AppError `not_found` when the job is not failed */
  async discard(address: JobAddress): Promise<void> {
    const job = await this.failedJob(address);
    await withQueueTimeout(job.remove());
  }

  private async failedJob({ queue, id }: JobAddress): Promise<Job> {
    const job = await withQueueTimeout(this.connected().get(queue)?.getJob(id));
    if (job === undefined || !(await withQueueTimeout(job.isFailed())))
      throw new AppError('not_found', 'This job is no longer on the list. It was already retried or discarded.');
    return job;
  }

  private connected(): ReadonlyMap<QueueName, Queue> {
    if (this.queues.size > 0) return this.queues;
    const { producer } = connectQueues(this.environment);
    const connection = Object.assign({}, producer, 'max' in producer ? { max: 1 } : {});
    this.queues = new Map(
      Object.values(QUEUES).map((name) => {
        const queue = new Queue(name, { connection });
        queue.on('error', (error) => this.logger.warn({ err: error, queue: name }, 'queue connection'));
        return [name, queue];
      }),
    );
    return this.queues;
  }
}
