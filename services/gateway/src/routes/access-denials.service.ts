import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { countedInDatabase } from '../limits/counted-in-database.ts';
import { actorOf } from '../sessions/actor-of.ts';
import type { SignedInPrincipal } from '../sessions/principal.ts';
import { routeOf } from './match-route.ts';

/** A page that asks again and again must not fill the log with one thing it may not do. */
const ONE_A_MINUTE = { points: 1, duration: 60 };

/** Writes down who was refused for his role. Somebody who is not signed in is nobody, and is not written down. */
@Injectable()
export class AccessDenials {
  private readonly limiter: RateLimiterPostgres;

  constructor(
    private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {
    this.limiter = countedInDatabase(database, { ...ONE_A_MINUTE, keyPrefix: 'denied' });
  }

  /** At most once a minute for each user and route, whichever gateway refuses. */
  async note(request: Request, signedIn: SignedInPrincipal): Promise<void> {
    const { method, path } = routeOf(request);
    const route = `${method} /${path}`;
    const actor = actorOf(request, signedIn);
    const key = `${actor.userId} ${route}`;
    if (!(await this.isFirst(key))) return;
    try {
      const subject = { type: 'route', id: route } as const;
      // It describes nothing that is stored, so it stands alone.
      await this.trail.record(actor, { action: 'access.denied', subject }, this.database);
    } catch (error) {
      await this.limiter.delete(key);
      throw error;
    }
  }

  private async isFirst(key: string): Promise<boolean> {
    try {
      await this.limiter.consume(key);
      return true;
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return false;
      throw reason;
    }
  }
}
