import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { NextFunction, Request, Response } from 'express';
import { principalOf } from '../sessions/principal.ts';
import { routeOf } from './match-route.ts';

/** Stands in front of everything, controllers and static pages alike; services check roles once more. */
export function checkAccess(request: Request, _response: Response, next: NextFunction): void {
  const { access } = routeOf(request);
  if (access !== 'public') {
    const signedIn = principalOf(request);
    if (signedIn === null) throw new AppError('unauthenticated', 'Sign in first.');
    if (access !== 'signing-in') {
      if (signedIn.session.stage !== 'complete') {
        throw new AppError('unauthenticated', 'Finish signing in first.');
      }
      if (!access.includes(signedIn.principal.role)) {
        throw new AppError('forbidden', 'Your role does not allow this.');
      }
    }
  }
  next();
}
