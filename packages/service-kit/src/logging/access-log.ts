import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from '../http/request-id.ts';
import { templateOf } from '../http/template-of.ts';
import { countRequest } from '../metrics/request-metrics.ts';
import { withLogContext } from './log-context.ts';

/** One line, and one more in the figures, per answered request: the route's template, never the address, which may hold a member's name. */
export function accessLog(logger: Logger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    withLogContext({ requestId: requestIdOf(request) }, () => {
      response.once('close', () => {
        const { method } = request;
        const { statusCode: status, writableFinished: complete } = response;
        const route = templateOf(request);
        const elapsed = performance.now() - started;
        logger.info({ method, route, status, milliseconds: Math.round(elapsed), complete }, 'request');
        countRequest({ method, route, status, seconds: elapsed / 1_000 });
      });
      next();
    });
  };
}
