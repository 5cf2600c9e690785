import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { principalOf } from '../sessions/principal.ts';
import { addressKey } from './address-key.ts';
import { overLimit } from './over-limit.ts';

// In memory, for each gateway: these limits keep one client from crowding out the others, nothing more.

/** Before the session is looked up: a flood must not reach the database. */
export function addressLimit(perMinute: number): RequestHandler {
  return limit(new RateLimiterMemory({ points: perMinute, duration: 60 }), (request) =>
    addressKey(request.ip),
  );
}

export function userLimit(perMinute: number): RequestHandler {
  return limit(
    new RateLimiterMemory({ points: perMinute, duration: 60 }),
    (request) => principalOf(request)?.principal.userId ?? null,
  );
}

function limit(
  limiter: RateLimiterMemory,
  keyOf: (request: Request) => string | number | null,
): RequestHandler {
  return async (request: Request, _response: Response, next: NextFunction) => {
    const key = keyOf(request);
    if (key !== null) {
      try {
        await limiter.consume(key);
      } catch (reason) {
        throw overLimit(reason);
      }
    }
    next();
  };
}
