import { QUEUES } from '@clearwatch/contracts/jobs/job-definition';
import { Queue } from 'bullmq';
import type { Logger } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { connectQueues } from './queue-connection.ts';

/** Asks whether the queue answers, for a service that puts nothing on it. */
export class QueueProbe {
  private readonly queue: Queue;

  constructor(environment: ServiceEnvironment, logger: Logger) {
    this.queue = new Queue(QUEUES.import, { connection: connectQueues(environment).producer });
    // The queue is away: whoever asks is told; this keeps the process alive and says so once more.
    this.queue.on('error', (error) => logger.warn({ err: error }, 'queue connection'));
  }

  /** Rejects when the queue does not answer. */
  async ask(): Promise<void> {
    await this.queue.getJobCounts('waiting');
  }

  close(): Promise<void> {
    return this.queue.close();
  }
}
