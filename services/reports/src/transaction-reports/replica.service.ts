import { setTimeout as pause } from 'node:timers/promises';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { KEEP_ALIVE } from '@clearwatch/service-kit/database/database-connection';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { toAppError } from '@clearwatch/service-kit/errors/app-error';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ReportsEnvironment } from '../reports-environment.ts';
import type { RunQuery } from '../search/search-query.ts';

/** The database that is written to. */
export interface Primary {
  query: RunQuery;
  /** In one unmoving view. */
  inTransaction<T>(work: (query: RunQuery) => Promise<T>): Promise<T>;
}
export const PRIMARY = Symbol('PRIMARY');

const REPLAY_POLL_MS = 10;
const CONNECT_TIMEOUT_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 30_000;

/** On a server that has been promoted there is nothing to be behind of: it is no replica of ours any more. */
const HAS_REPLAYED_SQL =
  'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() >= $1::pg_lsn ELSE false END AS reached';

/**
 * Long reads go to a replica when there is one (`READ_DATABASE_URL`) and it has replayed everything that the primary had written
 * when they were asked: nobody is shown less than he, or anybody, has stored before. Otherwise, and whenever the replica
 * fails, they go to the primary.
 */
@Injectable()
export class Replica implements OnApplicationShutdown {
  /** A replica that keeps up is behind by milliseconds; one that is not there by then is not waited for. */
  catchesUpWithinMs = 250;
  private readonly pool: Pool | null;
  private wasUsed: boolean | null = null;

  constructor(
    @Inject(PRIMARY) private readonly primary: Primary,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<
      ReportsEnvironment,
      'DATABASE_URL' | 'READ_DATABASE_URL' | 'DATABASE_POOL'
    >,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.pool = environment.READ_DATABASE_URL === undefined ? null : poolFor(environment);
    // An idle connection that breaks; unheard, this event would end the process.
    this.pool?.on('error', () => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }

  /** Where a read that begins now finds everything. */
  async url(): Promise<string> {
    const { READ_DATABASE_URL, DATABASE_URL } = this.environment;
    return READ_DATABASE_URL !== undefined && (await this.hasAll()) ? READ_DATABASE_URL : DATABASE_URL;
  }

  /** Runs `work`, which only reads, in one unmoving view. On a replica that fails it may run twice. */
  async inSnapshot<T>(work: (query: RunQuery) => Promise<T>): Promise<T> {
    if (this.pool !== null && (await this.hasAll())) {
      try {
        return await onClient(this.pool, work);
      } catch (error) {
        if (toAppError(error).kind !== 'operational') throw error;
        this.logger.warn({ err: error }, 'the replica failed; the primary is asked');
      }
    }
    return this.primary.inTransaction(work);
  }

  /** Also false when the replica does not answer. A primary that does not answer is an error of whoever asks. */
  private async hasAll(): Promise<boolean> {
    if (this.pool === null) return false;
    const [row = {}] = await this.primary.query('SELECT pg_current_wal_lsn()::text AS written');
    const hasAll = await this.reaches(this.pool, textOf(row, 'written')).catch((error: unknown) => {
      if (this.wasUsed !== false) this.logger.warn({ err: error }, 'the replica does not answer');
      return false;
    });
    if (hasAll !== this.wasUsed) this.logger.info({ hasAll }, 'long reads change their database');
    this.wasUsed = hasAll;
    return hasAll;
  }

  private async reaches(pool: Pool, position: string): Promise<boolean> {
    const deadline = performance.now() + this.catchesUpWithinMs;
    for (;;) {
      const { rows } = await pool.query<{ reached: boolean }>(HAS_REPLAYED_SQL, [position]);
      if (rows[0]?.reached === true) return true;
      if (performance.now() >= deadline) return false;
      await pause(REPLAY_POLL_MS);
    }
  }
}

function poolFor({
  READ_DATABASE_URL,
  DATABASE_POOL,
}: Pick<ReportsEnvironment, 'READ_DATABASE_URL' | 'DATABASE_POOL'>): Pool {
  return new Pool({
    connectionString: READ_DATABASE_URL,
    application_name: 'clearwatch-reports-replica',
    max: DATABASE_POOL,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    ...KEEP_ALIVE,
  });
}

async function onClient<T>(pool: Pool, work: (query: RunQuery) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const result = await work(async (sql, values) => (await client.query<Row>(sql, values)).rows);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // Not used again after a failure: what state it is in is not known.
    client.release(failure);
  }
}
