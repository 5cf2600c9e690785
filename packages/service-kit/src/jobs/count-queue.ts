import type { QueueName } from '@clearwatch/contracts/jobs/job-definition';
import type { Queue } from 'bullmq';

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
export async function countQueue(queue: Queue): Promise<QueueFigures> {
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
