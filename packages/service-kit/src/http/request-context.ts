import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';

/** Aborts when the client closes the connection before the response is complete. */
export function clientDisconnectSignal(response: Response): AbortSignal {
  const disconnected = new AbortController();
  // The close event was emitted before this call.
  if (response.destroyed) disconnected.abort();
  response.once('close', () => {
    if (!response.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

/** Long enough for a slow client to read the response. */
const LINGER_MS = 10_000;

/**
 * Closes the connection of a request that was answered before its body had arrived, such as a refused upload. It is not
 * closed at once, because the client would lose the response while it still sends (RFC 9112, 9.6).
 */
export function closeUnreadRequests(lingerMs = LINGER_MS): RequestHandler {
  return (request, response, next) => {
    response.once('finish', () => {
      if (request.complete) return;
      request.unpipe().resume();
      const timer = setTimeout(() => request.destroy(), lingerMs);
      request.once('close', () => clearTimeout(timer));
    });
    next();
  };
}

export const REQUEST_ID_HEADER = 'x-request-id';
const ACCEPTABLE = /^[A-Za-z0-9-]{8,64}$/;
const REQUEST_IDS = new WeakMap<Request, string>();

export function requestIdOf(request: Request): string {
  return REQUEST_IDS.get(request) ?? 'unknown';
}

/** The id connects log lines across services and is shown with errors. The gateway accepts no id from browsers. */
export function assignRequestId(options: { trustIncoming: boolean }): RequestHandler {
  return (request, response, next) => {
    const incoming = options.trustIncoming ? request.get(REQUEST_ID_HEADER) : undefined;
    const id = incoming !== undefined && ACCEPTABLE.test(incoming) ? incoming : randomUUID();
    REQUEST_IDS.set(request, id);
    response.setHeader('X-Request-Id', id);
    next();
  };
}

/** For example `/api/members/:id`, known after routing; never the URL, which may contain a name. */
export function routeTemplateOf(request: Request): string {
  const route: unknown = (request as { route?: { path?: unknown } }).route?.path;
  return typeof route === 'string' ? route : 'unmatched';
}
