import { BACKGROUND_HEADER } from '@clearwatch/contracts/headers';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { routeOf } from '../routes/match-route.ts';
import type { Activity } from './activity.service.ts';
import type { IdleLimit } from './idle-limit.ts';
import { principalOf } from './principal.ts';

/** What a person does keeps his session from idling out; what his open pages do by themselves does not. */
export function activity(options: { activity: Activity; idleLimit: IdleLimit }): RequestHandler {
  const { writeEveryMs } = options.idleLimit;
  return (request: Request, _response: Response, next: NextFunction) => {
    const signedIn = principalOf(request);
    if (signedIn !== null && signedIn.idleMs >= writeEveryMs && isOfAPerson(request)) {
      options.activity.note(request.sessionID);
    }
    next();
  };
}

function isOfAPerson(request: Request): boolean {
  const { kind, passive } = routeOf(request);
  return passive !== true && kind !== 'stream' && request.get(BACKGROUND_HEADER) === undefined;
}
