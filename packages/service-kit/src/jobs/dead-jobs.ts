import type { QueueName } from '@clearwatch/contracts/jobs/job-definition';
import type { Job } from 'bullmq';
import { AppError } from '../errors/app-error.ts';
import { within } from '../time/within.ts';
import type { EveryQueue } from './every-queue.ts';

const PATIENCE_MS = 2_500;
/** More than these nobody reads one by one. */
const MOST_OF_A_QUEUE = 100;

export interface JobAddress {
  queue: QueueName;
  /** The job's identity: what it is, and of which record (`import.file-12`). */
  id: string;
}

/** A job out of tries. What it carries is left out: its identity says of which record it is. */
export interface DeadJob extends JobAddress {
  /** What kind of job it is. */
  name: string;
  attempts: number;
  /** Begins with the code of the error (`unavailable in import.file`), or says what the queue found. */
  reason: string;
  failedAt: Date;
}

/** The dead letters of all queues: kept until a person decides, for a month at most. */
export class DeadJobs {
  constructor(private readonly queues: EveryQueue) {}

  /** The newest hundred of each queue, the newest first. Rejects within three seconds when a queue does not answer. */
  async list(): Promise<DeadJob[]> {
    const asked = this.queues.all().map(async (queue) => {
      const jobs = await queue.getFailed(0, MOST_OF_A_QUEUE - 1);
      // One that went between the list and its entry is undefined, whatever the type says.
      return jobs.filter(Boolean).map((job) => described(queue.name as QueueName, job));
    });
    const dead = (await within(PATIENCE_MS, Promise.all(asked))).flat();
    return dead.toSorted((one, other) => other.failedAt.getTime() - one.failedAt.getTime());
  }

  /** Gives it as many tries as a new one has. @throws AppError `not_found` when it is not dead (any more) */
  async retry(address: JobAddress): Promise<void> {
    const job = await this.dead(address);
    await within(PATIENCE_MS, job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }));
  }

  /**
   * Takes it off the queue. Work that a table still calls open is queued again within seconds by the reconciler, as new.
   * @throws AppError `not_found` when it is not dead (any more)
   */
  async discard(address: JobAddress): Promise<void> {
    const job = await this.dead(address);
    await within(PATIENCE_MS, job.remove());
  }

  private async dead({ queue, id }: JobAddress): Promise<Job> {
    const job = await within(PATIENCE_MS, this.queues.named(queue).getJob(id));
    if (job === undefined || !(await within(PATIENCE_MS, job.isFailed())))
      throw new AppError(
        'not_found',
        'There is no such failed job: it was tried again or discarded meanwhile.',
      );
    return job;
  }
}

function described(queue: QueueName, job: Job): DeadJob {
  const { id = '', name, attemptsMade, failedReason, finishedOn = 0 } = job;
  return { queue, id, name, attempts: attemptsMade, reason: failedReason, failedAt: new Date(finishedOn) };
}
