import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { poolOf } from '../boot/pool.ts';
import { PrincipalStore } from './principal-store.ts';

const PRUNE_EVERY_SECONDS = 15 * 60;

/** Sessions in `sessions.sessions`, shared by all gateways. */
@Injectable()
export class SessionStore implements OnModuleDestroy {
  readonly store: PrincipalStore;

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.store = new PrincipalStore(poolOf(database), {
      pruneSessionInterval: PRUNE_EVERY_SECONDS,
      errorLog: () => logger.warn('expired sessions could not be removed'),
    });
  }

  /** For streams that outlive the request that opened them. */
  async isAlive(sessionId: string): Promise<boolean> {
    const rows = await this.database.query<object[]>(
      'SELECT 1 FROM sessions.sessions WHERE sid = $1 AND expire > now()',
      [sessionId],
    );
    return rows.length > 0;
  }

  onModuleDestroy(): void {
    this.store.close();
  }
}
