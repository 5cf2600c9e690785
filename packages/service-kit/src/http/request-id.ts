import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

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
