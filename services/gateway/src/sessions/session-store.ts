import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { poolOf } from '@clearwatch/service-kit/database/pool';
import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { GatewayEnvironment } from '../environment.ts';
import { EndedSessionIds } from './ended-sessions.ts';
import { type IdleLimit, idleLimitOf } from './idle-limit.ts';
import { PrincipalStore } from './principal-store.ts';
import { SESSION_MS } from './session-days.ts';
import { standsBehind } from './stands-behind.ts';

const PRUNE_EVERY_MS = 15 * 60_000;

/** Sessions in `sessions.sessions`, shared by all gateways. */
@Injectable()
export class SessionStore implements OnModuleInit, OnModuleDestroy {
  readonly store: PrincipalStore;
  readonly idleLimit: IdleLimit;
  private pruning: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: DataSource,
    ended: EndedSessionIds,
    @Inject(ENVIRONMENT) environment: GatewayEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.idleLimit = idleLimitOf(environment);
    this.store = new PrincipalStore(poolOf(database), (sessionId) => ended.tell([sessionId]));
  }

  onModuleInit(): void {
    this.pruning = setInterval(() => {
      this.prune().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'ended sessions could not be removed');
      });
    }, PRUNE_EVERY_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.pruning);
    this.store.close();
  }

  /** For streams that outlive the request that opened them. */
  async isAlive(sessionId: string): Promise<boolean> {
    const data = await this.store.read(sessionId);
    const found = data === null ? undefined : this.store.foundWith(data);
    if (data?.signedIn === undefined || found === undefined) return false;
    const age = { now: Date.now(), idleMs: found.idleMs, idleLimit: this.idleLimit };
    return standsBehind(found.principal, data.signedIn, age);
  }

  /** Removes what nobody can use any more. */
  async prune(): Promise<void> {
    await this.database.query(
      `DELETE FROM sessions.sessions WHERE expire < now()
         OR ($1::bigint > 0 AND last_activity <= now() - $1::bigint * interval '1 millisecond')
         OR (sess -> 'signedIn' ->> 'signedInAt')::bigint < extract(epoch FROM now()) * 1000 - $2::bigint`,
      [this.idleLimit.limitMs, SESSION_MS],
    );
  }
}
