import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from '../http/request-id.ts';
import { withLogContext } from './log-context.ts';

/** One line per answered request: the route's template, never the address, which may hold a member's name. */
export function accessLog(logger: Logger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    withLogContext({ requestId: requestIdOf(request) }, () => {
      response.once('close', () => {
        logger.info(
          {
            method: request.method,
            route: templateOf(request),
            status: response.statusCode,
            milliseconds: Math.round(performance.now() - started),
            complete: response.writableFinished,
          },
          'request',
        );
      });
      next();
    });
  };
}

function templateOf(request: Request): string {
  const route: unknown = (request as { route?: { path?: unknown } }).route?.path;
  return typeof route === 'string' ? route : 'unmatched';
}
