import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { actorOf } from '../sessions/actor-of.ts';
import type { SignedInPrincipal } from '../sessions/principal.ts';
import { routeOf } from './match-route.ts';

/** A page that asks again and again must not fill the log with one thing it may not do. */
const ONE_A_MINUTE = { points: 1, duration: 60 };

/** Writes down who was refused for his role. Somebody who is not signed in is nobody, and is not written down. */
@Injectable()
export class AccessDenials {
  private readonly limiter = new RateLimiterMemory(ONE_A_MINUTE);

  constructor(
    private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /** At most once a minute for each user and route, in each gateway. */
  async note(request: Request, signedIn: SignedInPrincipal): Promise<void> {
    const { method, path } = routeOf(request);
    const route = `${method} /${path}`;
    const actor = actorOf(request, signedIn);
    const key = `${actor.userId} ${route}`;
    const isFirst = await this.limiter.consume(key).then(
      () => true,
      () => false,
    );
    if (!isFirst) return;
    try {
      const subject = { type: 'route', id: route } as const;
      // It describes nothing that is stored, so it stands alone.
      await this.trail.record(actor, { action: 'access.denied', subject }, this.database);
    } catch (error) {
      await this.limiter.delete(key);
      throw error;
    }
  }
}
