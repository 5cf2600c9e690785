import { QUEUES, type QueueName } from '@clearwatch/contracts/job-definition';
import { type Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { AppError } from '../errors/app-error.ts';
import { withTimeout } from '../time/async-timing.ts';
import { closeQueue, connectQueues } from './queue-connection.ts';

export interface QueueFigures {
  name: QueueName;
  waiting: number;
  active: number;
  /** Put off until their next try. */
  delayed: number;
  /** Out of tries. */
  failed: number;
  /** Processes that would take work. */
  workers: number;
}

/** How much lies on a queue, whoever works on it. */
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

/** All queues of the house, for somebody who looks at them and sends nothing. Connects when it is first asked. */
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

  /** @throws Error for a name that no queue has */
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
    // One connection each is enough for somebody who looks now and then.
    const connection = Object.assign({}, producer, 'max' in producer ? { max: 1 } : {});
    const open = (name: QueueName): Queue => {
      const queue = new Queue(name, { connection });
      queue.on('error', (error) => this.logger.warn({ err: error, queue: name }, 'queue connection'));
      return queue;
    };
    return new Map(Object.values(QUEUES).map((name) => [name, open(name)]));
  }
}

const INSPECTION_TIMEOUT_MS = 2_500;
/** More than these nobody reads one by one. */
const MAX_JOBS_PER_QUEUE = 100;

export interface JobAddress {
  queue: QueueName;
  /** The job's identity: what it is, and of which record (`import.file-12`). */
  id: string;
}

/** A job out of tries. What it carries is left out: its identity says of which record it is. */
export interface FailedJobRecord extends JobAddress {
  /** What kind of job it is. */
  name: string;
  attempts: number;
  /** Begins with the code of the error (`unavailable in import.file`), or says what the queue found. */
  reason: string;
  failedAt: Date;
}

/** The dead letters of all queues: kept until a person decides, for a month at most. */
export class FailedJobs {
  constructor(private readonly queues: AllQueues) {}

  /** The newest hundred of each queue, the newest first. Rejects within three seconds when a queue does not answer. */
  async list(): Promise<FailedJobRecord[]> {
    const lists = this.queues.all().map(async (queue) => {
      const jobs = await queue.getFailed(0, MAX_JOBS_PER_QUEUE - 1);
      // One that went between the list and its entry is undefined, whatever the type says.
      return jobs.filter(Boolean).map((job) => toFailedJobRecord(queue.name as QueueName, job));
    });
    const dead = (await withTimeout(INSPECTION_TIMEOUT_MS, Promise.all(lists))).flat();
    return dead.toSorted((one, other) => other.failedAt.getTime() - one.failedAt.getTime());
  }

  /** Gives it as many tries as a new one has. @throws AppError `not_found` when it is not dead (any more) */
  async retry(address: JobAddress): Promise<void> {
    const job = await this.dead(address);
    await withTimeout(
      INSPECTION_TIMEOUT_MS,
      job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }),
    );
  }

  /**
   * Takes it off the queue. Work that a table still calls open is queued again within seconds by the reconciler, as new.
   * @throws AppError `not_found` when it is not dead (any more)
   */
  async discard(address: JobAddress): Promise<void> {
    const job = await this.dead(address);
    await withTimeout(INSPECTION_TIMEOUT_MS, job.remove());
  }

  private async dead({ queue, id }: JobAddress): Promise<Job> {
    const job = await withTimeout(INSPECTION_TIMEOUT_MS, this.queues.named(queue).getJob(id));
    if (job === undefined || !(await withTimeout(INSPECTION_TIMEOUT_MS, job.isFailed())))
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

const COUNT_TIMEOUT_MS = 2_500;

export interface QueueCount {
  name: QueueName;
  /** Those that are put off until their next try among them. */
  waiting: number;
  active: number;
  /** Out of tries. */
  failed: number;
  /** Processes that would take work. */
  workers: number;
}

/** How much work lies on each queue, whoever works on it. */
export class QueueCounts {
  constructor(private readonly queues: AllQueues) {}

  /** Rejects within three seconds when a queue does not answer. */
  async ask(): Promise<QueueCount[]> {
    const counted = await withTimeout(COUNT_TIMEOUT_MS, Promise.all(this.queues.all().map(readQueueFigures)));
    return counted.map(toQueueCount);
  }
}

function toQueueCount({ name, waiting, active, delayed, failed, workers }: QueueFigures): QueueCount {
  return { name, waiting: waiting + delayed, active, failed, workers };
}
