import type { JobDefinition } from '@clearwatch/contracts/job-definition';
import { parseServerEvent, type ServerEvent } from '@clearwatch/contracts/server-event';
import { SetMetadata } from '@nestjs/common';
import { Counter, Histogram } from '@prometheus-io/client';
import { type Job, UnrecoverableError } from 'bullmq';
import type { Logger } from 'pino';
import { toAppError } from '../errors/app-error.ts';
import { withLogContext } from '../logging/logger.ts';
import { withTimeout } from '../time/async-timing.ts';
import { inJobSpan } from '../tracing/tracing.ts';
import { parsePayload } from './job-producer.ts';

/** What a handler is told about the run it is in. */
export interface JobRun {
  /** 1 for the first try. */
  attempt: number;
  /** After this one fails the job is a dead letter. */
  isLastAttempt: boolean;
  /** Aborted when the process is asked to stop: hand the work back at the next safe point. */
  signal: AbortSignal;
  /** Tells open browsers; lost events are harmless because every screen can read the truth. */
  publish(event: ServerEvent): Promise<void>;
}

/** Works on one kind of job. It may run twice for the same payload; its comment says what makes that harmless. */
export interface JobHandler<Payload extends object> {
  handle(payload: Payload, run: JobRun): Promise<void>;
}

export const HANDLED_JOB = 'clearwatch:handled-job';

/** Marks a provider as the handler of a job; the router finds it at boot. */
export const HandlesJob = (definition: JobDefinition<object>) => SetMetadata(HANDLED_JOB, definition);

/** done · retried: failed, and is tried again · dead: failed for good, and stays until a person decides. */
export type JobOutcome = 'done' | 'retried' | 'dead';
const JOB_OUTCOMES: readonly JobOutcome[] = ['done', 'retried', 'dead'];

const JOB_DURATION_BUCKETS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900];

const JOB_COUNTER = new Counter({
  name: 'clearwatch_jobs_total',
  help: 'Runs of jobs by how they ended.',
  labelNames: ['queue', 'job', 'outcome'] as const,
});
const JOB_DURATIONS = new Histogram({
  name: 'clearwatch_job_duration_seconds',
  help: 'How long a run of a job took, however it ended.',
  labelNames: ['queue', 'job'] as const,
  buckets: JOB_DURATION_BUCKETS,
});

type NamedJob = Pick<JobDefinition<object>, 'name' | 'queue'>;

/** From the start all series are there, at 0: the first dead job is an increase then. */
export function initializeJobCounters(definitions: readonly NamedJob[]): void {
  for (const { queue, name } of definitions)
    for (const outcome of JOB_OUTCOMES) JOB_COUNTER.inc({ queue, job: name, outcome }, 0);
}

export function countJob({ queue, name }: NamedJob, outcome: JobOutcome, seconds: number): void {
  JOB_COUNTER.inc({ queue, job: name, outcome });
  JOB_DURATIONS.observe({ queue, job: name }, seconds);
}

const PUBLISH_TIMEOUT_MS = 2_000;

type AnyDefinition = JobDefinition<object>;
export interface HandlerEntry {
  definition: AnyDefinition;
  /** Asked for at the first job: providers are found before they are made. */
  handler: () => JobHandler<object>;
  handlerName: string;
}

type QueuedJob = Pick<Job, 'id' | 'name' | 'data' | 'attemptsMade' | 'opts' | 'updateProgress'>;

/**
 * Takes a queued job to its handler. Built at boot from all handlers found: a job without exactly one handler stops
 * the process there and then, with the fix in the message, instead of failing at three in the morning.
 */
export class JobRouter {
  private readonly routes = new Map<string, HandlerEntry>();
  private readonly stopping = new AbortController();

  constructor(
    expected: readonly AnyDefinition[],
    found: readonly HandlerEntry[],
    private readonly logger: Logger,
  ) {
    for (const definition of expected) {
      const matching = found.filter((entry) => entry.definition.name === definition.name);
      const [only, ...others] = matching;
      if (only === undefined) {
        throw new Error(
          `No handler for job ${definition.name}: add a provider marked @HandlesJob(…) for it to a module of this service.`,
        );
      }
      if (others.length > 0) {
        const names = matching.map(({ handlerName }) => handlerName).join(' and ');
        throw new Error(`Job ${definition.name} has ${matching.length} handlers, ${names}: keep one.`);
      }
      this.routes.set(definition.name, only);
    }
    const stray = found.find(({ definition }) => !this.routes.has(definition.name));
    if (stray !== undefined) {
      throw new Error(
        `${stray.handlerName} handles ${stray.definition.name}, which this service does not work on: list it in "worksOn".`,
      );
    }
    initializeJobCounters(expected);
  }

  /** Handlers see this and hand their work back; the queue gives it to another worker. */
  stop(): void {
    this.stopping.abort();
  }

  async run(job: QueuedJob): Promise<void> {
    const entry = this.routes.get(job.name);
    if (entry === undefined) throw new UnrecoverableError(`This version knows no job named ${job.name}`);
    const started = performance.now();
    const elapsed = () => performance.now() - started;
    await inJobSpan(entry.definition, job, () =>
      withLogContext({ jobId: job.id ?? job.name }, async () => {
        try {
          const payload = parseOrFail(entry.definition, job.data);
          await entry.handler().handle(payload, this.runOf(job));
          this.logger.info({ job: job.name, milliseconds: Math.round(elapsed()) }, 'job done');
          countJob(entry.definition, 'done', elapsed() / 1_000);
        } catch (error) {
          const failure = this.failureOf(error, job);
          const hasFailedForGood = failure instanceof UnrecoverableError || isLastAttempt(job);
          countJob(entry.definition, hasFailedForGood ? 'dead' : 'retried', elapsed() / 1_000);
          throw failure;
        }
      }),
    );
  }

  private runOf(job: QueuedJob): JobRun {
    return {
      attempt: job.attemptsMade + 1,
      isLastAttempt: isLastAttempt(job),
      signal: this.stopping.signal,
      publish: async (event: ServerEvent) => {
        try {
          // A worker's connection waits for its queue for as long as it takes; the work must not.
          await withTimeout(PUBLISH_TIMEOUT_MS, job.updateProgress(parseServerEvent(event) ?? {}));
        } catch (error) {
          this.logger.warn({ err: error, job: job.name }, 'progress could not be published');
        }
      },
    };
  }

  /** A *user* error (a broken file) will be as broken next time: no second try. Messages stay out of the queue. */
  private failureOf(error: unknown, job: QueuedJob): Error {
    if (error instanceof UnrecoverableError) return error;
    const meaning = toAppError(error);
    this.logger[meaning.kind === 'bug' ? 'error' : 'warn']({ err: error, job: job.name }, 'job failed');
    const text = `${meaning.code} in ${job.name}`;
    return meaning.kind === 'user' ? new UnrecoverableError(text) : new Error(text);
  }
}

function isLastAttempt({ attemptsMade, opts }: QueuedJob): boolean {
  return attemptsMade + 1 >= (opts.attempts ?? 1);
}

function parseOrFail(definition: AnyDefinition, data: unknown): object {
  try {
    return parsePayload(definition, data);
  } catch (error) {
    throw new UnrecoverableError(error instanceof Error ? error.message : 'malformed payload');
  }
}
