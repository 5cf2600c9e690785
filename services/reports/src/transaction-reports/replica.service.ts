import { setTimeout as pause } from 'node:timers/promises';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { KEEP_ALIVE } from '@clearwatch/service-kit/database/database-connection';
import { queryTexts, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import { toAppError } from '@clearwatch/service-kit/errors/app-error';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ReportsEnvironment } from '../reports-environment.ts';
import { clientReader } from '../search/search-query.ts';

interface Primary extends SqlReader {
  transaction<T>(isolation: 'REPEATABLE READ', work: (reader: SqlReader) => Promise<T>): Promise<T>;
}

const REPLAY_POLL_MS = 10;
const CONNECT_TIMEOUT_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 30_000;

/** False once the replica has been promoted. */
const HAS_REPLAYED_SQL =
  'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() >= $1::pg_lsn ELSE false END AS reached';

/**
 * Long reads use the replica (`READ_DATABASE_URL`) if it has replayed all writes on the primary up to the
 * request, so that users see everything stored before the request. Otherwise, and whenever the replica fails,
 * they use the primary.
 */
@Injectable()
export class Replica implements OnApplicationShutdown {
  /** A healthy replica lags by only milliseconds. */
  catchesUpWithinMs = 250;
  private readonly pool: Pool | null;
  private wasUsed: boolean | null = null;

  constructor(
    @InjectDataSource() private readonly primary: Primary,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<ReportsEnvironment, 'DATABASE_URL' | 'READ_DATABASE_URL' | 'DATABASE_POOL'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { READ_DATABASE_URL: connectionString, DATABASE_POOL: max } = environment;
    this.pool =
      connectionString === undefined
        ? null
        : new Pool({
            connectionString,
            application_name: 'clearwatch-reports-replica',
            max,
            connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
            statement_timeout: STATEMENT_TIMEOUT_MS,
            ...KEEP_ALIVE,
          });
    // Without a listener, an error on an idle connection would end the process.
    this.pool?.on('error', () => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }

  async url(): Promise<string> {
    const { READ_DATABASE_URL, DATABASE_URL } = this.environment;
    return READ_DATABASE_URL !== undefined && (await this.hasAll()) ? READ_DATABASE_URL : DATABASE_URL;
  }

  /** Runs the read-only `work` in one snapshot. If the replica fails, `work` runs again on the primary. */
  async inSnapshot<T>(work: (reader: SqlReader) => Promise<T>): Promise<T> {
    if (this.pool !== null && (await this.hasAll())) {
      try {
        return await onClient(this.pool, work);
      } catch (error) {
        if (toAppError(error).kind !== 'operational') throw error;
        this.logger.warn({ err: error }, 'replica failed; using the primary');
      }
    }
    return this.primary.transaction('REPEATABLE READ', work);
  }

  /** @returns false when the replica does not respond. @throws when the primary does not respond */
  private async hasAll(): Promise<boolean> {
    if (this.pool === null) return false;
    const [written = ''] = await queryTexts(this.primary, 'SELECT pg_current_wal_lsn()::text');
    const hasAll = await this.reaches(this.pool, written).catch((error: unknown) => {
      if (this.wasUsed !== false) this.logger.warn({ err: error }, 'replica does not respond');
      return false;
    });
    if (hasAll !== this.wasUsed) this.logger.info({ hasAll }, 'long reads switched database');
    this.wasUsed = hasAll;
    return hasAll;
  }

  private async reaches(pool: Pool, position: string): Promise<boolean> {
    const deadline = performance.now() + this.catchesUpWithinMs;
    for (;;) {
      const { rows } = await pool.query<{ reached: boolean }>(HAS_REPLAYED_SQL, [position]);
      const hasReached = rows[0]?.reached === true;
      if (hasReached || performance.now() >= deadline) return hasReached;
      await pause(REPLAY_POLL_MS);
    }
  }
}

async function onClient<T>(pool: Pool, work: (reader: SqlReader) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const result = await work(clientReader(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection in an unknown state is not reused.
    client.release(failure);
  }
}
