import { requestIdOf } from '@clearwatch/service-kit/http/request-id';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import type { Request } from 'express';

/** Where a request comes from: what auth writes down of somebody who is not signed in yet. */
export type Caller = Pick<Actor, 'requestId' | 'address'>;

export function callerOf(request: Request): Caller {
  return { requestId: requestIdOf(request), address: request.ip ?? null };
}
