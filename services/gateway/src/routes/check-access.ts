import { FRESH_CODE_MINUTES } from '@clearwatch/contracts/users';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { consume, databaseRateLimiter } from '../http/request-limits.ts';
import { hasFreshCode, principalOf, type SignedInPrincipal } from '../sessions/session-principal.ts';
import { routeOf } from './match-route.ts';
import type { Access } from './route-table.ts';

/** A page that repeats a denied request must not flood the audit log. */
const ONE_A_MINUTE = { points: 1, duration: 60 };

@Injectable()
export class AccessDenialLog {
  private readonly limiter: RateLimiterPostgres;

  constructor(
    private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {
    this.limiter = databaseRateLimiter(database, { ...ONE_A_MINUTE, keyPrefix: 'denied' });
  }

  async record(request: Request, { actor }: SignedInPrincipal): Promise<void> {
    const { method, path } = routeOf(request);
    const route = `${method} /${path}`;
    const key = `${actor.userId} ${route}`;
    if ((await consume(this.limiter, key)) !== null) return;
    try {
      const subject = { type: 'route', id: route } as const;
      // Needs no transaction because nothing else is stored.
      await this.trail.record(actor, { action: 'access.denied', subject }, this.database);
    } catch (error) {
      await this.limiter.delete(key);
      throw error;
    }
  }
}

/** Services check the role again. */
export function checkAccess(denials: AccessDenialLog): RequestHandler {
  return async (request: Request, _response: Response, next: NextFunction) => {
    const signedIn = principalOf(request);
    const { access, freshCode } = routeOf(request);
    const refusal = refusalOf(access, signedIn) ?? (freshCode === true ? codeRefusalOf(signedIn) : null);
    if (refusal !== null) {
      if (refusal.code === 'forbidden' && signedIn !== null) await denials.record(request, signedIn);
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
  return access.includes(signedIn.principal.role) ? null : new AppError('forbidden', 'Your role does not allow this.');
}

function codeRefusalOf(signedIn: SignedInPrincipal | null): AppError | null {
  if (signedIn !== null && hasFreshCode(signedIn.session, Date.now())) return null;
  return new AppError(
    'fresh_code_required',
    `Confirm this action with a code from your authenticator app. It then works for ${FRESH_CODE_MINUTES} minutes. API clients send the code to POST /api/auth/fresh-code and repeat the request.`,
  );
}
