import type { JobDefinition } from '@clearwatch/contracts/job-definition';
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { requestIdOf, routeTemplateOf } from '../http/request-context.ts';
import { withTimeout } from '../time/async-timing.ts';

const TRACER = 'clearwatch';
/** W3C Trace Context, section 3.2: version, trace, span, flags. */
const TRACEPARENT = 'traceparent';

export interface SpanStart {
  name: string;
  kind: SpanKind;
  /** Ids, templates, names of queues and jobs: never an address, a name or what an error said. */
  attributes?: Attributes;
  /** Whose part it is; of what is under way here when left out. */
  parent?: Context;
}

/** Does something as a part of what is under way. Until an exporter is loaded (`open-tracing.ts`) it just does it. */
export async function inSpan<T>(
  { name, kind, attributes, parent }: SpanStart,
  work: () => Promise<T>,
): Promise<T> {
  const options = { kind, ...(attributes === undefined ? {} : { attributes }) };
  return trace.getTracer(TRACER).startActiveSpan(name, options, parent ?? context.active(), async (span) => {
    try {
      return await work();
    } catch (error) {
      // What it said may quote a row: the log has it, cut down.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** What another process is told so that its part joins ours; empty when nothing is traced. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  const traceparent = carrier[TRACEPARENT];
  return traceparent === undefined ? {} : { [TRACEPARENT]: traceparent };
}

/** What a process was told by `traceHeaders`; what is malformed, or not there, begins a trace of its own. */
function traceContextFrom(traceparent: unknown): Context {
  return typeof traceparent === 'string'
    ? propagation.extract(ROOT_CONTEXT, { [TRACEPARENT]: traceparent })
    : ROOT_CONTEXT;
}

/** For lines of the log; empty when nothing is traced. */
export function currentTrace(): { traceId?: string } {
  const traceId = trace.getActiveSpan()?.spanContext().traceId;
  return traceId === undefined ? {} : { traceId };
}

type NamedJob = Pick<JobDefinition<object>, 'name' | 'queue'>;

/** What of a queued job a trace needs: BullMQ keeps `telemetry` beside the payload, on both backends. */
interface TracedJob {
  id?: string;
  opts: { telemetry?: { metadata?: string } };
}

/** @param publish is given what travels with the job, so that whoever works on it joins; undefined when nothing is traced */
export function inPublishSpan<T>(
  { name, queue }: NamedJob,
  publish: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  const attributes = { 'messaging.destination.name': queue };
  return inSpan({ name: `publish ${name}`, kind: SpanKind.PRODUCER, attributes }, () =>
    publish(traceHeaders()['traceparent']),
  );
}

/** A run of a job, as a part of what queued it. */
export function inJobSpan<T>({ name, queue }: NamedJob, job: TracedJob, work: () => Promise<T>): Promise<T> {
  const attributes = { 'messaging.destination.name': queue, 'messaging.message.id': job.id ?? '' };
  const parent = traceContextFrom(job.opts.telemetry?.metadata);
  return inSpan({ name: `work on ${name}`, kind: SpanKind.CONSUMER, attributes, parent }, work);
}

/** Part of the time a process has to end; spans that do not get through in it are lost. */
const FLUSH_TIMEOUT_MS = 1_500;

type TracingEnvironment = Pick<
  ServiceEnvironment,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'
>;

/**
 * Sends spans to the operator's collector when one is named. Without, the libraries that make and send spans are not even loaded,
 * and what remains of each span is a call that does nothing.
 * @returns sends what is left; never fails
 */
export async function startTracing(
  name: string,
  environment: TracingEnvironment,
): Promise<() => Promise<void>> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers = '',
    OTEL_TRACES_SAMPLER_ARG: share,
  } = environment;
  if (endpoint === undefined) return async () => undefined;
  const { startSpanExport } = await import('./export-spans.ts');
  const flush = startSpanExport({ name, endpoint, headers: parseHeaders(headers), share });
  return async () => {
    await withTimeout(FLUSH_TIMEOUT_MS, flush()).catch(() => undefined);
  };
}

/** `name=value` after `name=value`, each percent-encoded where it must be (OpenTelemetry, OTLP exporter configuration). */
function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), decodeURIComponent(value.join('=').trim())];
    }),
  );
}

/** Asked every few seconds, by nobody. */
const PROBE_PATHS = new Set(['/health', '/health/alive', '/api/health']);

/**
 * A span for each request, named by the template of its route. Behind the gateway it is part of what the gateway does; at the
 * gateway a browser cannot choose whose part it is.
 */
export function traceRequests(options: { trustIncoming: boolean }) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (PROBE_PATHS.has(request.path)) {
      next();
      return;
    }
    const parent = traceContextFrom(options.trustIncoming ? request.headers['traceparent'] : undefined);
    const span = trace.getTracer('clearwatch').startSpan(request.method, { kind: SpanKind.SERVER }, parent);
    if (!span.isRecording()) {
      next();
      return;
    }
    response.once('close', () => {
      const route = routeTemplateOf(request);
      span.updateName(`${request.method} ${route}`);
      span.setAttributes({
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': response.statusCode,
        // What a person is shown with an error: an operator who is told it finds the trace.
        'clearwatch.request.id': requestIdOf(request),
      });
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), next);
  };
}
