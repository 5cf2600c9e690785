import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { connectQueues } from '@clearwatch/service-kit/jobs/queue-connection';
import { startTestJobService, TEST_JOB, testJobs } from '@clearwatch/service-kit/testing/test-job-service';
import { Queue, Worker } from 'bullmq';

/** `queue-throughput.process.js kit|bare`: prints how long empty jobs take. */
const JOBS = 5_000;
/** Warm-up. */
const FIRST = 500;
const AT_A_TIME = 10;
const TIMEOUT_MS = 120_000;

type Put = (number: number) => Promise<unknown>;

let done = 0;
let whenDone: (() => void) | undefined;

const environment = readEnvironment(ServiceEnvironment, process.env);
const { put, stop } = await (process.argv[2] === 'kit' ? useServiceKit() : useBullMq());
await processJobs(put, { from: 0, to: FIRST });
const started = performance.now();
await processJobs(put, { from: FIRST, to: FIRST + JOBS });
console.log(JSON.stringify({ jobs: JOBS, milliseconds: performance.now() - started }));
await stop();

async function processJobs(putOne: Put, { from, to }: { from: number; to: number }): Promise<void> {
  const all = Promise.withResolvers<void>();
  done = 0;
  whenDone = () => (done === to - from ? all.resolve() : undefined);
  const tooLong = setTimeout(() => all.reject(new Error(`only ${done} jobs finished`)), TIMEOUT_MS);
  for (let number = from; number < to; number += AT_A_TIME)
    await Promise.all(Array.from({ length: AT_A_TIME }, (_, index) => putOne(number + index)));
  await all.promise;
  clearTimeout(tooLong);
}

async function countJob(): Promise<void> {
  done += 1;
  whenDone?.();
}

async function useServiceKit(): Promise<{ put: Put; stop: () => Promise<void> }> {
  const app = await startTestJobService(environment);
  const producer = app.get(JobProducer);
  testJobs.behavior = countJob;
  return { put: (number) => producer.enqueue(TEST_JOB, { number }), stop: () => app.close() };
}

/** With the same job options as the service kit. */
async function useBullMq(): Promise<{ put: Put; stop: () => Promise<void> }> {
  const connections = connectQueues(environment);
  const queue = new Queue('bare', { connection: connections.producer });
  const worker = new Worker('bare', countJob, { connection: connections.worker });
  await worker.waitUntilReady();
  const options = { attempts: 3, backoff: { type: 'exponential', delay: 50 }, removeOnComplete: true };
  return {
    put: (number) => queue.add('number', { number }, { ...options, jobId: `number-${number}` }),
    stop: async () => {
      await worker.close();
      await queue.close();
    },
  };
}
