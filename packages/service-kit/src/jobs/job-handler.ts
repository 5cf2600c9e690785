import type { ServerEvent } from '@clearwatch/contracts/events/server-event';
import type { JobDefinition } from '@clearwatch/contracts/jobs/job-definition';
import { SetMetadata } from '@nestjs/common';

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
