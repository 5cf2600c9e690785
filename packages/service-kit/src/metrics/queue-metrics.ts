import { Gauge } from '@prometheus-io/client';
import type { QueueFigures } from '../jobs/count-queue.ts';
import type { JobProducer } from '../jobs/job-producer.ts';

/** How much lies on the queues of a service. Several processes tell the same of one queue: read it with `max by (queue, state)`. */
export function watchQueues(producer: JobProducer): void {
  let asked: Promise<QueueFigures[]> | null = null;
  /** Both gauges are filled at the same time by one question. A queue that does not answer has no figures: old ones would hide that. */
  const ask = (): Promise<QueueFigures[]> => {
    asked ??= producer
      .count()
      .catch(() => [])
      .finally(() => {
        asked = null;
      });
    return asked;
  };
  const jobs: Gauge<string> = new Gauge({
    name: 'clearwatch_queue_jobs',
    help: 'Jobs on a queue by state: waiting, active, delayed until their next try, failed for good.',
    labelNames: ['queue', 'state'],
    collect: async () => {
      const counted = await ask();
      jobs.reset();
      for (const { name: queue, waiting, active, delayed, failed } of counted)
        for (const [state, count] of Object.entries({ waiting, active, delayed, failed }))
          jobs.set({ queue, state }, count);
    },
  });
  const workers: Gauge<string> = new Gauge({
    name: 'clearwatch_queue_workers',
    help: 'Processes that take work from a queue.',
    labelNames: ['queue'],
    collect: async () => {
      const counted = await ask();
      workers.reset();
      for (const { name: queue, workers: there } of counted) workers.set({ queue }, there);
    },
  });
}
