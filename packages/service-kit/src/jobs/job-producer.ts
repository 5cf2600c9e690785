import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/errors';
import type { ServerEvent } from '@clearwatch/contracts/events/server-event';
import type { JobDefinition } from '@clearwatch/contracts/jobs/job-definition';
import type { Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.ts';
import { within } from '../time/within.ts';
import { publishing } from '../tracing/job-spans.ts';
import { countQueue, type QueueFigures } from './count-queue.ts';
import { letGo } from './let-go.ts';
import { parsePayload } from './parse-payload.ts';

const PATIENCE_MS = 2_500;
/** A dead letter stays visible for a month; finished work is recorded in the owner's tables, not here. */
const KEEP_FAILED_SECONDS = 30 * 24 * 3600;
/** What an event is called on its way that no job has published. */
export const TOLD_EVENT = 'told';
/** As many as BullMQ itself keeps of a queue's events. */
const KEEP_EVENTS = 10_000;

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
      Object.assign(queue, { onApplicationShutdown: () => letGo(queue) });
    }
  }

  /** Rejects within three seconds when a queue does not answer: one that was never there would not even fail. */
  async ask(): Promise<void> {
    const counts = [...this.queues.values()].map((queue) => queue.getJobCounts('waiting'));
    await within(PATIENCE_MS, Promise.all(counts));
  }

  /** Of every queue this process works on or sends to. Rejects within three seconds when one does not answer. */
  async count(): Promise<QueueFigures[]> {
    return within(PATIENCE_MS, Promise.all([...this.queues.values()].map(countQueue)));
  }

  /**
   * Queues a job unless one of the same identity is waiting, running or dead.
   * @throws AppError `unavailable` when the queue does not answer; the reconciler brings such work back
   */
  async enqueue<Payload extends object>(definition: JobDefinition<Payload>, payload: Payload): Promise<void> {
    const data = parsePayload(definition, payload);
    await publishing(definition, (metadata) =>
      withinPatience(
        this.queueOf(definition).add(definition.name, data, {
          jobId: definition.identity(data),
          attempts: definition.retry.attempts,
          backoff: { type: 'exponential', delay: definition.retry.backoffMs },
          removeOnComplete: true,
          removeOnFail: { age: KEEP_FAILED_SECONDS },
          ...(metadata === undefined ? {} : { telemetry: { metadata } }),
        }),
      ),
    );
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
    const job = await withinPatience(queue.getJob(definition.identity(payload)));
    if (job !== undefined && isDead(job)) {
      if (!diedOfSomethingPassing(job)) return false;
      await withinPatience(job.remove());
    }
    await this.enqueue(definition, payload);
    return true;
  }

  /** When a person has decided that dead work may live again: `enqueue` then does not take it for done. */
  async forgetDead<Payload extends object>(
    definition: JobDefinition<Payload>,
    payload: Payload,
  ): Promise<void> {
    const job = await withinPatience(this.queueOf(definition).getJob(definition.identity(payload)));
    if (job !== undefined && isDead(job)) await withinPatience(job.remove());
  }

  /**
   * Tells open browsers of what a person has done, without any job; travels beside the events of a queue. Never fails: a lost
   * event is harmless because every screen can read the truth.
   */
  async tell(event: ServerEvent): Promise<void> {
    const [queue] = this.queues.values();
    if (queue === undefined) return;
    const fields = { event: TOLD_EVENT, data: JSON.stringify(event) };
    try {
      await within(PATIENCE_MS, queue.getBackend().publishEvent(fields, KEEP_EVENTS));
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
function isDead({ finishedOn, failedReason }: Job): boolean {
  return finishedOn !== undefined && failedReason !== undefined;
}

/** The router writes the error's code first (`unavailable in import.file`). */
function diedOfSomethingPassing({ failedReason }: Job): boolean {
  const code = failedReason.split(' in ')[0] ?? '';
  return Object.hasOwn(ERROR_CODES, code) && ERROR_CODES[code as ErrorCode].kind === 'operational';
}

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  try {
    return await within(PATIENCE_MS, work);
  } catch (error) {
    throw new AppError('unavailable', 'The work queue does not answer at the moment. Please try again.', {
      cause: error,
      retryAfterSeconds: 5,
    });
  }
}
