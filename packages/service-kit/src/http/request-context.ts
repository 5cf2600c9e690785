import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/** Aborted when the client closes the connection before it has its answer. */
export function clientDisconnectSignal(response: Response): AbortSignal {
  const disconnected = new AbortController();
  // Left while it was being let in: its close has been.
  if (response.destroyed) disconnected.abort();
  response.once('close', () => {
    if (!response.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

export const REQUEST_ID_HEADER = 'x-request-id';
const ACCEPTABLE = /^[A-Za-z0-9-]{8,64}$/;
const REQUEST_ID = Symbol('request id');

type WithRequestId = Request & { [REQUEST_ID]?: string };

export function requestIdOf(request: Request): string {
  return (request as WithRequestId)[REQUEST_ID] ?? 'unknown';
}

/**
 * Gives each request an id that joins its log lines across services and is shown to the user with an error.
 * Behind the gateway the given id is kept; at the gateway itself a browser cannot choose it.
 */
export function assignRequestId(options: { trustIncoming: boolean }) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const incoming = request.headers[REQUEST_ID_HEADER];
    const id =
      options.trustIncoming && typeof incoming === 'string' && ACCEPTABLE.test(incoming)
        ? incoming
        : randomUUID();
    (request as WithRequestId)[REQUEST_ID] = id;
    response.setHeader('X-Request-Id', id);
    next();
  };
}

/** The route's template (`/api/members/:id`), known when a request is answered; never the address, which may hold a name. */
export function routeTemplateOf(request: Request): string {
  const route: unknown = (request as { route?: { path?: unknown } }).route?.path;
  return typeof route === 'string' ? route : 'unmatched';
}
