import { Counter, Histogram } from '@prometheus-io/client';

/** Browsers and services send nothing else; whatever else comes is one kind, or anybody could make series without end. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Reads of screens lie below a second, imports and reports above. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const REQUESTS = new Counter({
  name: 'clearwatch_http_requests_total',
  help: 'Requests answered, by the template of the route, never by the address.',
  labelNames: ['method', 'route', 'status'] as const,
});
const DURATIONS = new Histogram({
  name: 'clearwatch_http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last of its answer. An event stream counts when it ends.',
  labelNames: ['method', 'route'] as const,
  buckets: SECONDS,
});

/** @param request.route the template of a route, of which there is a fixed number */
export function countRequest(request: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}): void {
  const { route, status, seconds } = request;
  const method = METHODS.has(request.method) ? request.method : 'other';
  REQUESTS.inc({ method, route, status });
  DURATIONS.observe({ method, route }, seconds);
}
