import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { hasBody } from '../browser-safety/require-json.ts';
import { principalOf } from '../sessions/principal.ts';

/** Several windows of a person send far less at a time, and it is an eighth of the connections to a service. */
const AT_A_TIME = 32;

/**
 * How many bodies of one user may be on their way through one gateway. Each holds a connection to a service until it is
 * sent and answered: whoever sends many byte by byte would hold them all, within every limit of time.
 */
export function bodiesAtATime(): RequestHandler {
  const underWay = new Map<number, number>();
  return (request: Request, response: Response, next: NextFunction) => {
    const userId = principalOf(request)?.principal.userId;
    // Whoever left while his session was looked up: his close has been, and nothing would ever count him out again.
    if (userId === undefined || !hasBody(request) || response.destroyed) {
      next();
      return;
    }
    const before = underWay.get(userId) ?? 0;
    if (before >= AT_A_TIME) {
      throw new AppError('too_many_requests', 'Too many requests at the same time. Please try again.', {
        retryAfterSeconds: 1,
      });
    }
    underWay.set(userId, before + 1);
    response.once('close', () => {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left > 0) underWay.set(userId, left);
      else underWay.delete(userId);
    });
    next();
  };
}
