import { requestIdOf } from '@clearwatch/service-kit/http/request-id';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import type { Request } from 'express';
import type { SignedInPrincipal } from './principal.ts';

/** Who acts in a request: the user behind the session, from where he asked. */
export function actorOf(request: Request, { principal }: SignedInPrincipal): Actor & { userId: number } {
  const { userId, username, role } = principal;
  return { userId, username, role, requestId: requestIdOf(request), address: request.ip ?? null };
}
