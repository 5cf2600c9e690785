import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import { requestIdOf } from '../http/request-id.ts';
import { templateOf } from '../http/template-of.ts';
import { tracedBy } from './spans.ts';

/** Asked every few seconds, by nobody. */
const PROBES = new Set(['/health', '/health/alive', '/api/health']);

/**
 * A span for each request, named by the template of its route. Behind the gateway it is part of what the gateway does; at the
 * gateway a browser cannot choose whose part it is.
 */
export function traceRequests(options: { trustIncoming: boolean }) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (PROBES.has(request.path)) {
      next();
      return;
    }
    const parent = tracedBy(options.trustIncoming ? request.headers['traceparent'] : undefined);
    const span = trace.getTracer('clearwatch').startSpan(request.method, { kind: SpanKind.SERVER }, parent);
    if (!span.isRecording()) {
      next();
      return;
    }
    response.once('close', () => {
      const route = templateOf(request);
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
