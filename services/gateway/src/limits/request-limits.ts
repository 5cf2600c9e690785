import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { principalOf } from '../sessions/principal.ts';
import { addressKey } from './address-key.ts';
import type { SharedCounts } from './shared-counts.service.ts';

// These limits keep one client from crowding out the others, nothing more; no request waits for them.

/** Before the session is looked up: a flood must not reach the database. */
export function addressLimit(counts: SharedCounts, perMinute: number): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    counts.count(`requests-address:${addressKey(request.ip)}`, perMinute);
    next();
  };
}

export function userLimit(counts: SharedCounts, perMinute: number): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    const userId = principalOf(request)?.principal.userId;
    if (userId !== undefined) counts.count(`requests-user:${userId}`, perMinute);
    next();
  };
}
