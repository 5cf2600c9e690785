import type { JobDefinition } from '@clearwatch/contracts/job-definition';
import { parseServerEvent, type ServerEvent } from '@clearwatch/contracts/server-event';
import { DiscoveryService } from '@nestjs/core';
import { Counter, Histogram } from '@prometheus-io/client';
import { type Job, UnrecoverableError } from 'bullmq';
import type { Logger } from 'pino';
import { toAppError } from '../errors/app-error.ts';
import { withLogContext } from '../logging/logger.ts';
import { withTimeout } from '../time/async-timing.ts';
import { inJobSpan } from '../tracing/tracing.ts';
import { parsePayload } from './job-producer.ts';

export interface JobRun {
  /** Starts at 1. */
  attempt: number;
  isLastAttempt: boolean;
  /** Aborted when the process stops. The handler must then return the job to the queue at its next safe point. */
  signal: AbortSignal;
  /** Sends an event to open browsers. A lost event is harmless, because every screen reads the database. */
  publish(event: ServerEvent): Promise<void>;
}

/** May run twice for the same payload. A comment in each handler explains why that is harmless. */
export interface JobHandler<Payload extends object> {
  handle(payload: Payload, run: JobRun): Promise<void>;
}

type AnyDefinition = JobDefinition<object>;

/** Marks a provider as the handler for a job. JobsModule finds it at startup. */
export const HandlesJob = DiscoveryService.createDecorator<AnyDefinition>();

/** retried: failed and will run again · dead: failed permanently, kept until an admin retries or discards it. */
const JOB_OUTCOMES = ['done', 'retried', 'dead'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

const JOB_COUNTER = new Counter({
  name: 'clearwatch_jobs_total',
  help: 'Job runs by outcome: done, retried or dead.',
  labelNames: ['queue', 'job', 'outcome'] as const,
});
const JOB_DURATIONS = new Histogram({
  name: 'clearwatch_job_duration_seconds',
  help: 'Duration of job runs in seconds, for every outcome.',
  labelNames: ['queue', 'job'] as const,
  buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900],
});

type NamedJob = Pick<AnyDefinition, 'name' | 'queue'>;

/** Starts all series at 0, so that the first dead job registers as an increase. */
export function initializeJobCounters(definitions: readonly NamedJob[]): void {
  for (const { queue, name } of definitions)
    for (const outcome of JOB_OUTCOMES) JOB_COUNTER.inc({ queue, job: name, outcome }, 0);
}

export function countJob({ queue, name }: NamedJob, outcome: JobOutcome, seconds: number): void {
  JOB_COUNTER.inc({ queue, job: name, outcome });
  JOB_DURATIONS.observe({ queue, job: name }, seconds);
}

const PUBLISH_TIMEOUT_MS = 2_000;

export interface HandlerEntry {
  definition: AnyDefinition;
  /** Resolved when the first job runs, because providers are discovered before they are instantiated. */
  handler: () => JobHandler<object>;
  handlerName: string;
}

type QueuedJob = Pick<Job, 'id' | 'name' | 'data' | 'attemptsMade' | 'opts' | 'updateProgress'>;

/** Fails at startup if a job does not have exactly one handler. The error says how to fix it. */
export class JobRouter {
  private readonly routes = new Map<string, HandlerEntry>();
  private readonly stopping = new AbortController();

  constructor(
    expected: readonly AnyDefinition[],
    found: readonly HandlerEntry[],
    private readonly logger: Logger,
  ) {
    for (const definition of expected) {
      const { name } = definition;
      const [only, ...others] = found.filter((entry) => entry.definition.name === name);
      if (only === undefined) {
        throw new Error(
          `No handler for job ${name}: add a provider marked @HandlesJob(…) for it to a module of this service.`,
        );
      }
      if (others.length > 0) {
        const names = [only, ...others].map(({ handlerName }) => handlerName);
        throw new Error(`Job ${name} has ${names.length} handlers, ${names.join(' and ')}: keep one.`);
      }
      this.routes.set(name, only);
    }
    const stray = found.find(({ definition }) => !this.routes.has(definition.name));
    if (stray !== undefined) {
      throw new Error(
        `${stray.handlerName} handles ${stray.definition.name}, which this service does not work on: list it in "worksOn".`,
      );
    }
    initializeJobCounters(expected);
  }

  /** Aborts `JobRun.signal`. The queue gives returned jobs to another worker. */
  stop(): void {
    this.stopping.abort();
  }

  async run(job: QueuedJob): Promise<void> {
    const entry = this.routes.get(job.name);
    if (entry === undefined) throw new UnrecoverableError(`This version knows no job named ${job.name}`);
    const run = this.runOf(job);
    const started = performance.now();
    const elapsed = () => performance.now() - started;
    await inJobSpan(entry.definition, job, () =>
      withLogContext({ jobId: job.id ?? job.name }, async () => {
        try {
          await entry.handler().handle(parsePayload(entry.definition, job.data), run);
          this.logger.info({ job: job.name, milliseconds: Math.round(elapsed()) }, 'job done');
          countJob(entry.definition, 'done', elapsed() / 1_000);
        } catch (error) {
          const failure = this.failureOf(error, job);
          const hasFailedForGood = failure instanceof UnrecoverableError || run.isLastAttempt;
          countJob(entry.definition, hasFailedForGood ? 'dead' : 'retried', elapsed() / 1_000);
          throw failure;
        }
      }),
    );
  }

  private runOf(job: QueuedJob): JobRun {
    const attempt = job.attemptsMade + 1;
    return {
      attempt,
      isLastAttempt: attempt >= (job.opts.attempts ?? 1),
      signal: this.stopping.signal,
      publish: async (event: ServerEvent) => {
        try {
          // A worker's connection has no timeout, but publishing needs one.
          await withTimeout(PUBLISH_TIMEOUT_MS, job.updateProgress(parseServerEvent(event) ?? {}));
        } catch (error) {
          this.logger.warn({ err: error, job: job.name }, 'progress could not be published');
        }
      },
    };
  }

  /** A *user* error, such as a broken file, is not retried. Error messages never enter the queue. */
  private failureOf(error: unknown, job: QueuedJob): Error {
    if (error instanceof UnrecoverableError) return error;
    const meaning = toAppError(error);
    this.logger[meaning.kind === 'bug' ? 'error' : 'warn']({ err: error, job: job.name }, 'job failed');
    const text = `${meaning.code} in ${job.name}`;
    return meaning.kind === 'user' ? new UnrecoverableError(text) : new Error(text);
  }
}
