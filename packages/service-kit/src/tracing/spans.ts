import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

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
export function tracedBy(traceparent: unknown): Context {
  return typeof traceparent === 'string'
    ? propagation.extract(ROOT_CONTEXT, { [TRACEPARENT]: traceparent })
    : ROOT_CONTEXT;
}

/** For lines of the log; empty when nothing is traced. */
export function currentTrace(): { traceId?: string } {
  const traceId = trace.getActiveSpan()?.spanContext().traceId;
  return traceId === undefined ? {} : { traceId };
}
