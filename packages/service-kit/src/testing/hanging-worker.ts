import { Worker } from 'bullmq';
import { connectQueues } from '../jobs/queue-connection.ts';

/**
 * A worker process that takes a job and never finishes it, for tests that kill it. Arguments: queue, then the
 * queue settings as JSON. Prints `taken` once it holds a job.
 */
const [queue = '', settings = '{}'] = process.argv.slice(2);
const { worker: connection } = connectQueues(JSON.parse(settings) as Parameters<typeof connectQueues>[0]);
const worker = new Worker(
  queue,
  () =>
    new Promise(() => {
      process.stdout.write('taken\n');
    }),
  { connection, lockDuration: 10_000, stalledInterval: 2_000 },
);
worker.on('error', (error) => process.stderr.write(`${error.message}\n`));
