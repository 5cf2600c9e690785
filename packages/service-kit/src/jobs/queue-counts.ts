import type { QueueName } from '@clearwatch/contracts/jobs/job-definition';
import { within } from '../time/within.ts';
import { countQueue, type QueueFigures } from './count-queue.ts';
import type { EveryQueue } from './every-queue.ts';

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

/** How much work lies on each queue, whoever works on it. */
export class QueueCounts {
  constructor(private readonly queues: EveryQueue) {}

  /** Rejects within three seconds when a queue does not answer. */
  async ask(): Promise<QueueCount[]> {
    const counted = await within(PATIENCE_MS, Promise.all(this.queues.all().map(countQueue)));
    return counted.map(countOf);
  }
}

function countOf({ name, waiting, active, delayed, failed, workers }: QueueFigures): QueueCount {
  return { name, waiting: waiting + delayed, active, failed, workers };
}
