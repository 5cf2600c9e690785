import { setTimeout as pause } from 'node:timers/promises';
import { ENTRIES_PURGED } from '@clearwatch/contracts/jobs.dto';
import { LOCK_HOLDS_SHARED } from '@clearwatch/contracts/retention';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { booleanOf, integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { IngestEnvironment } from '../../environment.ts';
import { inBulkTransaction } from '../../import-file/import-connection.ts';
import { TRY_TO_HAVE_LEDGER_ALONE } from '../../undo/ledger-lock.ts';
import type { OpenPurge } from '../open-purge.ts';
import { findImportsSql, MOST_AT_ONCE } from './leaving-entries.sql.ts';
import { takeEntriesOut } from './take-entries-out.ts';

const IMPORTS_AT_ONCE = 200;
/** Beside imports that follow one another without a pause. */
const PATIENCE_MS = 300_000;
const LOOK_AGAIN_MS = 250;

/** Takes entries out of the ledger that are past their time, batch by batch. */
@Injectable()
export class EntriesPurge {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly runs: PurgeRuns,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Each batch is a transaction that counts what it took: whoever goes on after a kill finds what is left.
   * @returns `later` when imports left no gap for so long that the run is better continued later
   */
  async purge(purge: OpenPurge): Promise<'done' | 'later'> {
    const found = await this.database.query<Row[]>(findImportsSql(purge.firstKeptDay));
    const ids = found.map((row) => integerOf(row, 'id'));
    for (let first = 0; first < ids.length; first += IMPORTS_AT_ONCE) {
      const importIds = ids.slice(first, first + IMPORTS_AT_ONCE);
      for (;;) {
        const entries = await this.whenLedgerIsFree(purge, importIds);
        if (entries === 'busy') return 'later';
        if (entries < MOST_AT_ONCE) break;
      }
    }
    return 'done';
  }

  /** Never waits in line: imports that come after it would have to wait for the one before it as well. */
  private async whenLedgerIsFree(purge: OpenPurge, importIds: readonly number[]): Promise<number | 'busy'> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const entries = await this.takeBatch(purge, importIds);
      if (entries !== 'busy' || performance.now() > until) return entries;
      await pause(LOOK_AGAIN_MS, undefined, { signal: purge.signal });
    }
  }

  /** @returns how many entries have left */
  private async takeBatch(
    { runId, firstKeptDay, signal }: OpenPurge,
    importIds: readonly number[],
  ): Promise<number | 'busy'> {
    const { DATABASE_URL: url } = this.environment;
    const taken = await inBulkTransaction(
      { url, name: `clearwatch-purge-${runId}`, lock: LOCK_HOLDS_SHARED, signal },
      async (client) => {
        const { rows } = await client.query<Row>(TRY_TO_HAVE_LEDGER_ALONE);
        if (!booleanOf(rows[0] ?? {}, 'alone')) return 'busy';
        const ask = async (sql: string, values?: unknown[]) => (await client.query<Row>(sql, values)).rows;
        const left = await takeEntriesOut(ask, { importIds, firstKeptDay });
        if (left !== null) await this.runs.add(client, runId, { entries: left.entries });
        return left;
      },
    );
    if (taken === 'busy') return taken;
    if (taken !== null) await this.tellAnalytics(taken.purgeId);
    return taken?.entries ?? 0;
  }

  /** The entries are gone: when the queue is away now, analytics finds the purge by itself. */
  private async tellAnalytics(purgeId: number): Promise<void> {
    try {
      await this.producer.enqueue(ENTRIES_PURGED, { purgeId });
    } catch (error) {
      this.logger.warn({ err: error, purgeId }, 'entries are purged but analytics is not yet told');
    }
  }
}
