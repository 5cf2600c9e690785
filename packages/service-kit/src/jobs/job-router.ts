import { parseServerEvent, type ServerEvent } from '@clearwatch/contracts/events/server-event';
import type { JobDefinition } from '@clearwatch/contracts/jobs/job-definition';
import { type Job, UnrecoverableError } from 'bullmq';
import type { Logger } from 'pino';
import { toAppError } from '../errors/to-app-error.ts';
import { withLogContext } from '../logging/log-context.ts';
import { countJob, expectJobs } from '../metrics/job-metrics.ts';
import { within } from '../time/within.ts';
import { working } from '../tracing/job-spans.ts';
import type { JobHandler, JobRun } from './job-handler.ts';
import { parsePayload } from './parse-payload.ts';

const PUBLISH_PATIENCE_MS = 2_000;

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
    expectJobs(expected);
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
    await working(entry.definition, job, () =>
      withLogContext({ jobId: job.id ?? job.name }, async () => {
        try {
          const payload = parseOrGiveUp(entry.definition, job.data);
          await entry.handler().handle(payload, this.runOf(job));
          this.logger.info({ job: job.name, milliseconds: Math.round(elapsed()) }, 'job done');
          countJob(entry.definition, 'done', elapsed() / 1_000);
        } catch (error) {
          const failure = this.failureOf(error, job);
          const isDead = failure instanceof UnrecoverableError || isLastAttempt(job);
          countJob(entry.definition, isDead ? 'dead' : 'retried', elapsed() / 1_000);
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
          await within(PUBLISH_PATIENCE_MS, job.updateProgress(parseServerEvent(event) ?? {}));
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

function parseOrGiveUp(definition: AnyDefinition, data: unknown): object {
  try {
    return parsePayload(definition, data);
  } catch (error) {
    throw new UnrecoverableError(error instanceof Error ? error.message : 'malformed payload');
  }
}
