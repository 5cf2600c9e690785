import type { QueueName } from '@clearwatch/contracts/jobs/job-definition';
import { Worker } from 'bullmq';
import { connectQueues } from '../jobs/queue-connection.ts';
import { openQueue } from './open-queue.ts';
import { until } from './until.ts';

/** Puts a job on a queue and has it die at its only try of an error with this text. */
export async function aDeadJob(
  settings: Parameters<typeof connectQueues>[0],
  { queue: name, id, reason }: { queue: QueueName; id: string; reason: string },
): Promise<void> {
  const queue = openQueue(name, settings);
  await queue.add(id.split('-')[0] ?? id, {}, { jobId: id });
  const { worker: connection } = connectQueues(settings);
  const worker = new Worker(name, () => Promise.reject(new Error(reason)), { connection });
  worker.on('error', () => undefined);
  await until('the job is dead', async () => (await queue.getFailedCount()) > 0);
  await worker.close();
  await queue.close();
}
