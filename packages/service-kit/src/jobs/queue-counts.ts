import { QUEUES, type QueueName } from '@clearwatch/contracts/jobs/job-definition';
import { Queue } from 'bullmq';
import type { Logger } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { within } from '../time/within.ts';
import { letGo } from './let-go.ts';
import { connectQueues } from './queue-connection.ts';

const PATIENCE_MS = 2_500;

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

/** How much work lies on each queue, whoever works on it. Connects when it is first asked. */
export class QueueCounts {
  private queues: readonly Queue[] = [];

  constructor(
    private readonly environment: ServiceEnvironment,
    private readonly logger: Logger,
  ) {}

  /** Rejects within three seconds when a queue does not answer. */
  async ask(): Promise<QueueCount[]> {
    if (this.queues.length === 0) this.queues = this.connected();
    return within(PATIENCE_MS, Promise.all(this.queues.map(countOf)));
  }

  async close(): Promise<void> {
    await Promise.all(this.queues.map(letGo));
    this.queues = [];
  }

  private connected(): Queue[] {
    const { producer } = connectQueues(this.environment);
    // One connection each is enough for somebody who looks now and then.
    const connection = Object.assign({}, producer, 'max' in producer ? { max: 1 } : {});
    return Object.values(QUEUES).map((name) => {
      const queue = new Queue(name, { connection });
      queue.on('error', (error) => this.logger.warn({ err: error, queue: name }, 'queue connection'));
      return queue;
    });
  }
}

async function countOf(queue: Queue): Promise<QueueCount> {
  const [counts, workers] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed'),
    queue.getWorkersCount(),
  ]);
  const of = (state: string): number => counts[state] ?? 0;
  return {
    name: queue.name as QueueName,
    waiting: of('waiting') + of('prioritized') + of('delayed'),
    active: of('active'),
    failed: of('failed'),
    workers,
  };
}
