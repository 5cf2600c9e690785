import type { JobDefinition } from '@clearwatch/contracts/jobs/job-definition';
import { SpanKind } from '@opentelemetry/api';
import { inSpan, tracedBy, traceHeaders } from './spans.ts';

type NamedJob = Pick<JobDefinition<object>, 'name' | 'queue'>;

/** What of a queued job a trace needs: BullMQ keeps `telemetry` beside the payload, on both backends. */
interface TracedJob {
  id?: string;
  opts: { telemetry?: { metadata?: string } };
}

/** @param publish is given what travels with the job, so that whoever works on it joins; undefined when nothing is traced */
export function publishing<T>(
  { name, queue }: NamedJob,
  publish: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  const attributes = { 'messaging.destination.name': queue };
  return inSpan({ name: `publish ${name}`, kind: SpanKind.PRODUCER, attributes }, () =>
    publish(traceHeaders()['traceparent']),
  );
}

/** A run of a job, as a part of what queued it. */
export function working<T>({ name, queue }: NamedJob, job: TracedJob, work: () => Promise<T>): Promise<T> {
  const attributes = { 'messaging.destination.name': queue, 'messaging.message.id': job.id ?? '' };
  const parent = tracedBy(job.opts.telemetry?.metadata);
  return inSpan({ name: `work on ${name}`, kind: SpanKind.CONSUMER, attributes, parent }, work);
}
