import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { Queue } from 'bullmq';
import { pino } from 'pino';
import { AppError } from '../errors/app-error.ts';
import { JobProducer } from '../jobs/job-producer.ts';
import { connectQueues } from '../jobs/queue-connection.ts';

/**
 * Sends a job to a queue that may never respond and prints `<code> <milliseconds>`. Runs as a separate process, because
 * such a connection cannot be closed. Argument: the queue settings as JSON.
 */
const { producer: connection } = connectQueues(
  JSON.parse(process.argv[2] ?? '{}') as Parameters<typeof connectQueues>[0],
);
const sender = new JobProducer([new Queue(IMPORT_FILE.queue, { connection })], pino({ level: 'silent' }));
const started = Date.now();
let outcome = 'sent';
try {
  await sender.enqueue(IMPORT_FILE, { importId: 1 });
} catch (error) {
  outcome = error instanceof AppError ? error.code : 'not an AppError';
}
process.stdout.write(`${outcome} ${Date.now() - started}\n`, () => process.exit(0));
