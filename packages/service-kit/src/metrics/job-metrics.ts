import type { JobDefinition } from '@clearwatch/contracts/jobs/job-definition';
import { Counter, Histogram } from '@prometheus-io/client';

/** done · retried: failed, and is tried again · dead: failed for good, and stays until a person decides. */
export type JobOutcome = 'done' | 'retried' | 'dead';
const OUTCOMES: readonly JobOutcome[] = ['done', 'retried', 'dead'];

const SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900];

const JOBS = new Counter({
  name: 'clearwatch_jobs_total',
  help: 'Runs of jobs by how they ended.',
  labelNames: ['queue', 'job', 'outcome'] as const,
});
const DURATIONS = new Histogram({
  name: 'clearwatch_job_duration_seconds',
  help: 'How long a run of a job took, however it ended.',
  labelNames: ['queue', 'job'] as const,
  buckets: SECONDS,
});

type NamedJob = Pick<JobDefinition<object>, 'name' | 'queue'>;

/** From the start all series are there, at 0: the first dead job is an increase then. */
export function expectJobs(definitions: readonly NamedJob[]): void {
  for (const { queue, name } of definitions)
    for (const outcome of OUTCOMES) JOBS.inc({ queue, job: name, outcome }, 0);
}

export function countJob({ queue, name }: NamedJob, outcome: JobOutcome, seconds: number): void {
  JOBS.inc({ queue, job: name, outcome });
  DURATIONS.observe({ queue, job: name }, seconds);
}
