import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/error-codes';
import type { JobDefinition } from '@clearwatch/contracts/job-definition';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { type Job, type Queue, UnrecoverableError } from 'bullmq';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { Logger } from 'pino';
import { withTimeout } from '../time/async-timing.ts';
import { inPublishSpan } from '../tracing/tracing.ts';
import { closeQueue, QUEUE_TIMEOUT_MS, withQueueTimeout } from './queue-connection.ts';
import { type QueueFigures, readQueueFigures } from './queue-inspection.ts';

/** @throws UnrecoverableError that names the job and its invalid fields but contains no values */
export function parsePayload<P extends object>(definition: JobDefinition<P>, data: unknown): P {
  const payload = plainToInstance(definition.payload, data);
  const problems = validateSync(payload, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  if (problems.length > 0) {
    const fields = problems.map(({ property }) => property).join(', ');
    throw new UnrecoverableError(`The payload of ${definition.name} is malformed: ${fields}`);
  }
  return payload;
}

/** Failed jobs stay visible for a month. Finished work is recorded in its service's tables. */
const FAILED_JOB_RETENTION_SECONDS = 30 * 24 * 3600;
/** Queue event name for events that no job publishes. */
export const PUBLISHED_EVENT = 'published';
/** Default of BullMQ. */
const MAX_QUEUE_EVENTS = 10_000;

interface JobOptions {
  /** In place of the priority in the definition. */
  priority?: number;
}

/** Adds jobs to queues. Fails within three seconds when the queue is unavailable. */
export class JobProducer {
  private readonly queues: ReadonlyMap<string, Queue>;

  constructor(
    queues: readonly Queue[],
    private readonly logger: Logger,
  ) {
    this.queues = new Map(queues.map((queue) => [queue.name, queue]));
    for (const queue of queues) {
      // The caller of enqueue gets the error; an unhandled `error` event would end the process.
      queue.on('error', (error) => logger.warn({ err: error, queue: queue.name }, 'queue connection'));
      // Replaces the hook of @nestjs/bullmq, which fails when the queue is unavailable.
      Object.assign(queue, { onApplicationShutdown: () => closeQueue(queue) });
    }
  }

  /** Rejects within three seconds when a queue does not respond, even if it never connected. */
  async checkQueues(): Promise<void> {
    const counts = [...this.queues.values()].map((queue) => queue.getJobCounts('waiting'));
    await withTimeout(QUEUE_TIMEOUT_MS, Promise.all(counts));
  }

  async count(): Promise<QueueFigures[]> {
    return withTimeout(QUEUE_TIMEOUT_MS, Promise.all([...this.queues.values()].map(readQueueFigures)));
  }

  /** Adds a job unless the same job is waiting, running or failed. @throws AppError `unavailable` after 2.5 s */
  async enqueue<P extends object>(
    definition: JobDefinition<P>,
    payload: P,
    { priority = definition.priority }: JobOptions = {},
  ): Promise<void> {
    const data = parsePayload(definition, payload);
    await inPublishSpan(definition, (metadata) =>
      withQueueTimeout(
        this.queueOf(definition).add(definition.name, data, {
          jobId: definition.identity(data),
          attempts: definition.retry.attempts,
          backoff: { type: 'exponential', delay: definition.retry.backoffMs },
          removeOnComplete: true,
          removeOnFail: { age: FAILED_JOB_RETENTION_SECONDS },
          ...(priority === undefined ? {} : { priority }),
          ...(metadata === undefined ? {} : { telemetry: { metadata } }),
        }),
      ),
    );
  }

  /**
   * Like `enqueue`, but only logs a warning if the queue is unavailable, because the reconciler later queues open work
   * from the tables.
   * @returns whether the job is queued
   */
  async tryEnqueue<P extends object>(definition: JobDefinition<P>, payload: P, options?: JobOptions): Promise<boolean> {
    try {
      await this.enqueue(definition, payload, options);
      return true;
    } catch (error) {
      this.logger.warn({ err: error, job: definition.name, payload }, 'job could not be queued yet');
      return false;
    }
  }

  /**
   * Like `enqueue`, but first removes a job that failed for a transient reason, such as a database outage.
   * @returns false when the job has failed permanently; it stays until an admin retries or discards it
   */
  async enqueueAgain<P extends object>(definition: JobDefinition<P>, payload: P): Promise<boolean> {
    const job = await this.failedJob(definition, payload);
    if (job !== undefined && !failedTransiently(job)) return false;
    await withQueueTimeout(job?.remove());
    await this.enqueue(definition, payload);
    return true;
  }

  async removeFailed<P extends object>(definition: JobDefinition<P>, payload: P): Promise<void> {
    const job = await this.failedJob(definition, payload);
    await withQueueTimeout(job?.remove());
  }

  /** Sends an event without a job. Never fails; a lost event is harmless, because every screen reads the database. */
  async publish(event: ServerEvent): Promise<void> {
    const [queue] = this.queues.values();
    if (queue === undefined) return;
    const fields = { event: PUBLISHED_EVENT, data: JSON.stringify(event) };
    try {
      await withTimeout(QUEUE_TIMEOUT_MS, queue.getBackend().publishEvent(fields, MAX_QUEUE_EVENTS));
    } catch (error) {
      this.logger.warn({ err: error, event: event.type }, 'event could not be published');
    }
  }

  private async failedJob<P extends object>(definition: JobDefinition<P>, payload: P): Promise<Job | undefined> {
    const job = await withQueueTimeout(this.queueOf(definition).getJob(definition.identity(payload)));
    // A job between two attempts also has a failure reason.
    return job?.finishedOn !== undefined && job.failedReason !== undefined ? job : undefined;
  }

  private queueOf(definition: Pick<JobDefinition<object>, 'name' | 'queue'>): Queue {
    const queue = this.queues.get(definition.queue);
    if (queue !== undefined) return queue;
    throw new Error(`${definition.name} cannot be queued here: list it in "sends" of the service's JobsModule.`);
  }
}

/** JobRouter writes the error code first (`unavailable in import.file`). */
function failedTransiently({ failedReason }: Job): boolean {
  const code = failedReason.split(' in ')[0] ?? '';
  return Object.hasOwn(ERROR_CODES, code) && ERROR_CODES[code as ErrorCode].kind === 'operational';
}
