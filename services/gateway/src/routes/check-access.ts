import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { principalOf, type SignedInPrincipal } from '../sessions/principal.ts';
import type { AccessDenials } from './access-denials.service.ts';
import { routeOf } from './match-route.ts';
import type { Access } from './route.ts';

/** Stands in front of everything, controllers and static pages alike; services check roles once more. */
export function checkAccess(denials: Pick<AccessDenials, 'note'>): RequestHandler {
  return async (request: Request, _response: Response, next: NextFunction) => {
    const signedIn = principalOf(request);
    const refusal = refusalOf(routeOf(request).access, signedIn);
    if (refusal !== null) {
      if (refusal.code === 'forbidden' && signedIn !== null) await denials.note(request, signedIn);
      throw refusal;
    }
    next();
  };
}

function refusalOf(access: Access, signedIn: SignedInPrincipal | null): AppError | null {
  if (access === 'public') return null;
  if (signedIn === null) return new AppError('unauthenticated', 'Sign in first.');
  if (access === 'signing-in') return null;
  if (signedIn.session.stage !== 'complete') {
    return new AppError('unauthenticated', 'Finish signing in first.');
  }
  return access.includes(signedIn.principal.role)
    ? null
    : new AppError('forbidden', 'Your role does not allow this.');
}
