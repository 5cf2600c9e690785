import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/error-codes';
import type { JobDefinition } from '@clearwatch/contracts/job-definition';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import type { Job, Queue } from 'bullmq';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.ts';
import { withTimeout } from '../time/async-timing.ts';
import { inPublishSpan } from '../tracing/tracing.ts';
import { closeQueue } from './queue-connection.ts';
import { type QueueFigures, readQueueFigures } from './queue-inspection.ts';

/**
 * A payload is checked where it enters a queue and again where it leaves it.
 * @throws Error naming the job and the fields, never the values
 */
export function parsePayload<Payload extends object>(
  definition: JobDefinition<Payload>,
  data: unknown,
): Payload {
  const payload = plainToInstance(definition.payload, data);
  const problems = validateSync(payload, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  if (problems.length > 0) {
    const fields = problems.map(({ property }) => property).join(', ');
    throw new Error(`The payload of ${definition.name} is malformed: ${fields}`);
  }
  return payload;
}

const QUEUE_TIMEOUT_MS = 2_500;
/** A dead letter stays visible for a month; finished work is recorded in the owner's tables, not here. */
const FAILED_JOB_RETENTION_SECONDS = 30 * 24 * 3600;
/** What an event is called on its way that no job has published. */
export const PUBLISHED_EVENT = 'told';
/** As many as BullMQ itself keeps of a queue's events. */
const MAX_QUEUE_EVENTS = 10_000;

/** Puts work on queues; fails within three seconds when the queue is away. */
export class JobProducer {
  private readonly queues: ReadonlyMap<string, Queue>;

  constructor(
    queues: readonly Queue[],
    private readonly logger: Logger,
  ) {
    this.queues = new Map(queues.map((queue) => [queue.name, queue]));
    for (const queue of queues) {
      // The queue is away: the caller of enqueue is told; this keeps the process alive and says so once more.
      queue.on('error', (error) => logger.warn({ err: error, queue: queue.name }, 'queue connection'));
      // In place of the hook @nestjs/bullmq gives it, which fails when the queue is away.
      Object.assign(queue, { onApplicationShutdown: () => closeQueue(queue) });
    }
  }

  /** Rejects within three seconds when a queue does not answer: one that was never there would not even fail. */
  async ask(): Promise<void> {
    const counts = [...this.queues.values()].map((queue) => queue.getJobCounts('waiting'));
    await withTimeout(QUEUE_TIMEOUT_MS, Promise.all(counts));
  }

  /** Of every queue this process works on or sends to. Rejects within three seconds when one does not answer. */
  async count(): Promise<QueueFigures[]> {
    return withTimeout(QUEUE_TIMEOUT_MS, Promise.all([...this.queues.values()].map(readQueueFigures)));
  }

  /**
   * Queues a job unless one of the same identity is waiting, running or dead.
   * @throws AppError `unavailable` when the queue does not answer; the reconciler brings such work back
   */
  async enqueue<Payload extends object>(definition: JobDefinition<Payload>, payload: Payload): Promise<void> {
    const data = parsePayload(definition, payload);
    await inPublishSpan(definition, (metadata) =>
      withQueueTimeout(
        this.queueOf(definition).add(definition.name, data, {
          jobId: definition.identity(data),
          attempts: definition.retry.attempts,
          backoff: { type: 'exponential', delay: definition.retry.backoffMs },
          removeOnComplete: true,
          removeOnFail: { age: FAILED_JOB_RETENTION_SECONDS },
          ...(metadata === undefined ? {} : { telemetry: { metadata } }),
        }),
      ),
    );
  }

  /**
   * As `enqueue`, for work that a table already says is open: a queue that does not answer is logged and not an error, because the
   * reconciler queues the job later.
   * @returns whether the job is queued
   */
  async tryEnqueue<Payload extends object>(
    definition: JobDefinition<Payload>,
    payload: Payload,
  ): Promise<boolean> {
    try {
      await this.enqueue(definition, payload);
      return true;
    } catch (error) {
      this.logger.warn({ err: error, job: definition.name, payload }, 'job not queued yet');
      return false;
    }
  }

  /**
   * For work that a table says is open: as `enqueue`, but a job that died of something passing, a database that was
   * away for longer than all its tries, gets another life. Poison stays dead until a person decides.
   * @returns false when the job is dead and stays it: nobody will do the work
   */
  async enqueueAgain<Payload extends object>(
    definition: JobDefinition<Payload>,
    payload: Payload,
  ): Promise<boolean> {
    const queue = this.queueOf(definition);
    const job = await withQueueTimeout(queue.getJob(definition.identity(payload)));
    if (job !== undefined && hasFailedForGood(job)) {
      if (!failedTransiently(job)) return false;
      await withQueueTimeout(job.remove());
    }
    await this.enqueue(definition, payload);
    return true;
  }

  /** When a person has decided that dead work may live again: `enqueue` then does not take it for done. */
  async removeFailed<Payload extends object>(
    definition: JobDefinition<Payload>,
    payload: Payload,
  ): Promise<void> {
    const job = await withQueueTimeout(this.queueOf(definition).getJob(definition.identity(payload)));
    if (job !== undefined && hasFailedForGood(job)) await withQueueTimeout(job.remove());
  }

  /**
   * Tells open browsers of what a person has done, without any job; travels beside the events of a queue. Never fails: a lost
   * event is harmless because every screen can read the truth.
   */
  async publish(event: ServerEvent): Promise<void> {
    const [queue] = this.queues.values();
    if (queue === undefined) return;
    const fields = { event: PUBLISHED_EVENT, data: JSON.stringify(event) };
    try {
      await withTimeout(QUEUE_TIMEOUT_MS, queue.getBackend().publishEvent(fields, MAX_QUEUE_EVENTS));
    } catch (error) {
      this.logger.warn({ err: error, event: event.type }, 'event could not be told');
    }
  }

  private queueOf(definition: Pick<JobDefinition<object>, 'name' | 'queue'>): Queue {
    const queue = this.queues.get(definition.queue);
    if (queue !== undefined) return queue;
    throw new Error(
      `${definition.name} cannot be queued here: list it in "sends" of the service's JobsModule.`,
    );
  }
}

/** Out of tries. A job between two tries has a reason as well. */
function hasFailedForGood({ finishedOn, failedReason }: Job): boolean {
  return finishedOn !== undefined && failedReason !== undefined;
}

/** The router writes the error's code first (`unavailable in import.file`). */
function failedTransiently({ failedReason }: Job): boolean {
  const code = failedReason.split(' in ')[0] ?? '';
  return Object.hasOwn(ERROR_CODES, code) && ERROR_CODES[code as ErrorCode].kind === 'operational';
}

async function withQueueTimeout<T>(work: Promise<T>): Promise<T> {
  try {
    return await withTimeout(QUEUE_TIMEOUT_MS, work);
  } catch (error) {
    throw new AppError('unavailable', 'The work queue does not answer at the moment. Please try again.', {
      cause: error,
      retryAfterSeconds: 5,
    });
  }
}
