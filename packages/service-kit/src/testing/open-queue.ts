import { type QueueName } from '@clearwatch/contracts/jobs/job-definition';
import { Queue } from 'bullmq';
import { connectQueues } from '../jobs/queue-connection.ts';

/** A queue as whoever sends to it has it, for tests that look into it or empty it. */
export function openQueue(name: QueueName, settings: Parameters<typeof connectQueues>[0]): Queue {
  const queue = new Queue(name, { connection: connectQueues(settings).producer });
  queue.on('error', () => undefined);
  return queue;
}
