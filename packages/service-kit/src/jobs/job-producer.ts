import type { JobDefinition } from '@clearwatch/contracts/jobs/job-definition';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.ts';
import { parsePayload } from './parse-payload.ts';

const PATIENCE_MS = 2_500;
/** A dead letter stays visible for a month; finished work is recorded in the owner's tables, not here. */
const KEEP_FAILED_SECONDS = 30 * 24 * 3600;

/** Puts work on queues; fails within three seconds when the queue is away. */
export class JobProducer {
  private readonly queues: ReadonlyMap<string, Queue>;

  constructor(queues: readonly Queue[], logger: Logger) {
    this.queues = new Map(queues.map((queue) => [queue.name, queue]));
    // The queue is away: the caller of enqueue is told; this keeps the process alive and says so once more.
    for (const queue of queues)
      queue.on('error', (error) => logger.warn({ err: error, queue: queue.name }, 'queue connection'));
  }

  /** For the health check: rejects when a queue does not answer. */
  async ask(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.getJobCounts('waiting')));
  }

  /**
   * Queues a job unless one of the same identity is waiting, running or dead.
   * @throws AppError `unavailable` when the queue does not answer; the reconciler brings such work back
   */
  async enqueue<Payload extends object>(definition: JobDefinition<Payload>, payload: Payload): Promise<void> {
    const data = parsePayload(definition, payload);
    const queue = this.queues.get(definition.queue);
    if (queue === undefined) {
      throw new Error(
        `${definition.name} cannot be queued here: list it in "sends" of the service's JobsModule.`,
      );
    }
    const adding = queue.add(definition.name, data, {
      jobId: definition.identity(data),
      attempts: definition.retry.attempts,
      backoff: { type: 'exponential', delay: definition.retry.backoffMs },
      removeOnComplete: true,
      removeOnFail: { age: KEEP_FAILED_SECONDS },
    });
    // Whoever loses the race below is no longer awaited; its failure must not end the process.
    adding.catch(() => undefined);
    await within(PATIENCE_MS, adding);
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the queue did not answer in time')), milliseconds);
  });
  try {
    await Promise.race([work, tooSlow]);
  } catch (error) {
    throw new AppError('unavailable', 'The work queue does not answer at the moment. Please try again.', {
      cause: error,
      retryAfterSeconds: 5,
    });
  } finally {
    clearTimeout(timer);
  }
}
