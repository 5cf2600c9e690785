import type { JobDefinition } from '@clearwatch/contracts/job-definition';
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { requestIdOf, routeTemplateOf } from '../http/request-context.ts';
import { withTimeout } from '../time/async-timing.ts';

const TRACER = 'clearwatch';
/** W3C Trace Context, section 3.2: version, trace, span, flags. */
const TRACEPARENT = 'traceparent';

/**
 * Runs `work` in a span, or without one when there is no exporter.
 * @param start.attributes ids, templates, queue and job names: never an address, a name or an error message
 */
export async function inSpan<T>(
  { name, parent = context.active(), ...options }: SpanOptions & { name: string; parent?: Context },
  work: () => Promise<T>,
): Promise<T> {
  return trace.getTracer(TRACER).startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      // No message, because it may quote a row. The log contains it redacted.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Headers that connect another process's spans to this trace; empty without tracing. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  const traceparent = carrier[TRACEPARENT];
  return traceparent === undefined ? {} : { [TRACEPARENT]: traceparent };
}

function traceContextFrom(traceparent: unknown): Context {
  return typeof traceparent === 'string'
    ? propagation.extract(ROOT_CONTEXT, { [TRACEPARENT]: traceparent })
    : ROOT_CONTEXT;
}

export function currentTrace(): { traceId?: string } {
  const traceId = trace.getActiveSpan()?.spanContext().traceId;
  return traceId === undefined ? {} : { traceId };
}

type NamedJob = Pick<JobDefinition<object>, 'name' | 'queue'>;

/** BullMQ stores `telemetry` with the payload on both backends. */
interface TracedJob {
  id?: string;
  opts: { telemetry?: { metadata?: string } };
}

/** @param publish receives the trace context that the job must carry; undefined without tracing */
export function inPublishSpan<T>(
  { name, queue }: NamedJob,
  publish: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  const attributes = { 'messaging.destination.name': queue };
  return inSpan({ name: `publish ${name}`, kind: SpanKind.PRODUCER, attributes }, () =>
    publish(traceHeaders()['traceparent']),
  );
}

/** Runs in a child of the span that queued the job. */
export function inJobSpan<T>({ name, queue }: NamedJob, job: TracedJob, work: () => Promise<T>): Promise<T> {
  const attributes = { 'messaging.destination.name': queue, 'messaging.message.id': job.id ?? '' };
  const parent = traceContextFrom(job.opts.telemetry?.metadata);
  return inSpan({ name: `work on ${name}`, kind: SpanKind.CONSUMER, attributes, parent }, work);
}

/** Spans that are not sent within this time are lost. */
const FLUSH_TIMEOUT_MS = 1_500;

/**
 * Without a collector the export libraries are not loaded.
 * @returns a function that sends waiting spans; it never fails
 */
export async function startTracing(name: string, environment: ServiceEnvironment): Promise<() => Promise<void>> {
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

/** Comma-separated `name=value` pairs, percent-encoded (OpenTelemetry, OTLP exporter configuration). */
function parseHeaders(text: string): Record<string, string> {
  const pairs = text.matchAll(/([^=,\s]+)=([^,]*)/g);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, decodeURIComponent(value.trim())]));
}

/** Not traced, because they are polled every few seconds. */
const PROBE_PATHS = new Set(['/health', '/health/alive', '/api/health']);

/** Services continue the gateway's trace. The gateway ignores the browser's header. */
export function traceRequests(options: { trustIncoming: boolean }): RequestHandler {
  return (request, response, next) => {
    if (PROBE_PATHS.has(request.path)) return next();
    const parent = traceContextFrom(options.trustIncoming ? request.headers['traceparent'] : undefined);
    const span = trace.getTracer(TRACER).startSpan(request.method, { kind: SpanKind.SERVER }, parent);
    if (!span.isRecording()) return next();
    response.once('close', () => {
      const route = routeTemplateOf(request);
      span.updateName(`${request.method} ${route}`);
      span.setAttributes({
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': response.statusCode,
        // Shown to users with errors, so that operators can find the trace.
        'clearwatch.request.id': requestIdOf(request),
      });
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), next);
  };
}
