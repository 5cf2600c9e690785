import { QUEUES, type QueueName } from '@clearwatch/contracts/job-definition';
import { type Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { AppError } from '../errors/app-error.ts';
import { withTimeout } from '../time/async-timing.ts';
import { closeQueue, connectQueues } from './queue-connection.ts';

const INSPECTION_TIMEOUT_MS = 2_500;

function inTime<T>(work: Promise<T>): Promise<T> {
  return withTimeout(INSPECTION_TIMEOUT_MS, work);
}

export interface QueueFigures {
  name: QueueName;
  waiting: number;
  active: number;
  /** Waiting for their next attempt. */
  delayed: number;
  /** Failed for good. */
  failed: number;
  workers: number;
}

export async function readQueueFigures(queue: Queue): Promise<QueueFigures> {
  const [counts, workers] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed'),
    queue.getWorkersCount(),
  ]);
  const of = (state: string): number => counts[state] ?? 0;
  return {
    name: queue.name as QueueName,
    waiting: of('waiting') + of('prioritized'),
    active: of('active'),
    delayed: of('delayed'),
    failed: of('failed'),
    workers,
  };
}

/** Connections to all queues for inspection only, opened at first use. */
export class AllQueues {
  private connected: ReadonlyMap<QueueName, Queue> = new Map();

  constructor(
    private readonly environment: ServiceEnvironment,
    private readonly logger: Logger,
  ) {}

  all(): Queue[] {
    if (this.connected.size === 0) this.connected = this.connect();
    return [...this.connected.values()];
  }

  /** @throws Error for an unknown name */
  named(name: QueueName): Queue {
    const queue = this.all().find((known) => known.name === name);
    if (queue === undefined) throw new Error(`There is no queue ${name}`);
    return queue;
  }

  async close(): Promise<void> {
    await Promise.all([...this.connected.values()].map(closeQueue));
    this.connected = new Map();
  }

  private connect(): ReadonlyMap<QueueName, Queue> {
    const { producer } = connectQueues(this.environment);
    // Inspection is rare.
    const connection = Object.assign({}, producer, 'max' in producer ? { max: 1 } : {});
    const open = (name: QueueName): Queue => {
      const queue = new Queue(name, { connection });
      queue.on('error', (error) => this.logger.warn({ err: error, queue: name }, 'queue connection'));
      return queue;
    };
    return new Map(Object.values(QUEUES).map((name) => [name, open(name)]));
  }
}

const MAX_JOBS_PER_QUEUE = 100;

export interface JobAddress {
  queue: QueueName;
  /** Identity of the job (`import.file-12`). */
  id: string;
}

/** A job that failed for good, without its payload. */
export interface FailedJobRecord extends JobAddress {
  name: string;
  attempts: number;
  /** Begins with the error code (`unavailable in import.file`), or is the queue's own text. */
  reason: string;
  failedAt: Date;
}

/** Failed jobs of all queues; kept until a person decides, for a month at most. */
export class FailedJobs {
  constructor(private readonly queues: AllQueues) {}

  /** The latest hundred of each queue, latest first. Rejects within three seconds. */
  async list(): Promise<FailedJobRecord[]> {
    const lists = this.queues.all().map(async (queue) => {
      const jobs = await queue.getFailed(0, MAX_JOBS_PER_QUEUE - 1);
      // A job removed meanwhile is undefined, despite the type.
      return jobs.filter(Boolean).map((job) => toFailedJobRecord(queue.name as QueueName, job));
    });
    const failed = (await inTime(Promise.all(lists))).flat();
    return failed.toSorted((one, other) => other.failedAt.getTime() - one.failedAt.getTime());
  }

  /**
   * Restores all attempts.
   * @throws AppError `not_found` when the job is not failed
   */
  async retry(address: JobAddress): Promise<void> {
    const job = await this.failedJob(address);
    await inTime(job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }));
  }

  /**
   * The reconciler queues work that a table still records as open within seconds, as a new job.
   * @throws AppError `not_found` when the job is not failed
   */
  async discard(address: JobAddress): Promise<void> {
    const job = await this.failedJob(address);
    await inTime(job.remove());
  }

  private async failedJob({ queue, id }: JobAddress): Promise<Job> {
    const job = await inTime(this.queues.named(queue).getJob(id));
    if (job === undefined || !(await inTime(job.isFailed())))
      throw new AppError(
        'not_found',
        'There is no such failed job: it was tried again or discarded meanwhile.',
      );
    return job;
  }
}

function toFailedJobRecord(queue: QueueName, job: Job): FailedJobRecord {
  const { id = '', name, attemptsMade, failedReason, finishedOn = 0 } = job;
  return { queue, id, name, attempts: attemptsMade, reason: failedReason, failedAt: new Date(finishedOn) };
}

export type QueueCount = Omit<QueueFigures, 'delayed'>;

export class QueueCounts {
  constructor(private readonly queues: AllQueues) {}

  /** Delayed jobs count as waiting. Rejects within three seconds when a queue does not answer. */
  async read(): Promise<QueueCount[]> {
    const figures = await inTime(Promise.all(this.queues.all().map(readQueueFigures)));
    return figures.map(({ delayed, waiting, ...rest }) => ({ ...rest, waiting: waiting + delayed }));
  }
}
