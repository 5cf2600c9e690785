import { PURGE_LEDGER, type PurgePayload } from '@clearwatch/contracts/jobs.dto';
import { LOCK_HOLDS_SHARED, mentionsHeldAccount } from '@clearwatch/contracts/retention';
import { firstRetainedDay } from '@clearwatch/domain/retention-period';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { booleanOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { PurgeRuns, type Removed } from '@clearwatch/service-kit/retention/purge-runs';
import { finishPurge } from '@clearwatch/service-kit/retention/purge-scheduler';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { IngestEnvironment } from '../ingest-environment.ts';
import { LOCK_FILES_EXCLUSIVE, UploadStore } from '../uploads/upload-store.ts';
import { EntriesPurge, type PurgeRun } from './entries-purge.service.ts';

/** Every day has one purge; whoever looks first opens it. */
@Injectable()
export class DailyPurgeFinder implements LostWorkFinder<PurgePayload> {
  readonly definition = PURGE_LEDGER;

  constructor(
    private readonly runs: PurgeRuns,
    private readonly today: Today,
  ) {}

  async findOpenWork(): Promise<PurgePayload[]> {
    return (await this.runs.open(this.today.day())).map((runId) => ({ runId }));
  }

  async giveUp({ runId }: PurgePayload): Promise<void> {
    await this.runs.giveUp(runId);
  }
}

export const EMPTIED_IMPORTS_PER_BATCH = 200;

const isUnfinished = `i.state IN ('received', 'importing', 'undoing')`;

/**
 * Imports as old as what is purged of which nothing is in the ledger any more: their receipt, rejected rows and the file itself
 * go as well. Not while figures still hold something of them, nor while a rejected row or a row of a document names an account
 * that is held.
 */
const FIND_EMPTIED = `
  SELECT i.id FROM ledger.imports i
   WHERE i.created_at < $1::date AND NOT (${isUnfinished})
     AND (i.state <> 'stored' OR (i.transaction_count = 0 AND i.duplicate_count = 0
          AND EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = i.id)))
     AND (i.state <> 'undone' OR EXISTS (SELECT FROM analytics.projected_undos u WHERE u.import_id = i.id))
     AND NOT EXISTS (SELECT FROM ledger.imports kept WHERE kept.kept_from = i.id)
     AND NOT EXISTS (SELECT FROM ledger.rejected_rows r WHERE r.import_id = i.id
                        AND ${mentionsHeldAccount(`concat_ws(' ', r.source, r.value)`)})
     AND NOT EXISTS (SELECT FROM ledger.parsed_rows r WHERE r.import_id = i.id AND ${mentionsHeldAccount('r.cells::text')})
   ORDER BY i.id DESC LIMIT ${EMPTIED_IMPORTS_PER_BATCH}
     FOR UPDATE OF i SKIP LOCKED`;

/** Rows of documents go first: one that was accepted and has no import would be imported again. */
const DELETE_EMPTIED = [
  'DELETE FROM ledger.parsed_rows WHERE import_id = ANY ($1::bigint[])',
  `INSERT INTO ledger.leaving_files (digest) SELECT DISTINCT digest FROM ledger.imports WHERE id = ANY ($1::bigint[])
   ON CONFLICT DO NOTHING`,
  'DELETE FROM ledger.imports WHERE id = ANY ($1::bigint[])',
];

/** Documents whose rows are in no import any more. Pictures of their pages are the janitor's. */
const FIND_OLD_DOCUMENTS = `
  SELECT j.id FROM ledger.parse_jobs j
   WHERE j.created_at < $1::date AND j.status IN ('completed', 'failed')
     AND NOT EXISTS (SELECT FROM ledger.parsed_rows r WHERE r.parse_job_id = j.id
                        AND (r.import_id IS NOT NULL OR (r.state = 'accepted') OR ${mentionsHeldAccount('r.cells::text')}))
     AND NOT ${mentionsHeldAccount(`coalesce(j.result_data::text, '')`)}
   ORDER BY j.id LIMIT ${EMPTIED_IMPORTS_PER_BATCH}
     FOR UPDATE OF j SKIP LOCKED`;

const DELETE_DOCUMENTS = [
  `INSERT INTO ledger.leaving_files (digest) SELECT DISTINCT file_name FROM ledger.parse_jobs WHERE id = ANY ($1::bigint[])
   ON CONFLICT DO NOTHING`,
  'DELETE FROM ledger.parse_jobs WHERE id = ANY ($1::bigint[])',
];

const IS_REFERRED_TO = `
  SELECT EXISTS (SELECT FROM ledger.imports WHERE digest = $1)
      OR EXISTS (SELECT FROM ledger.parse_jobs WHERE file_name = $1) AS referred`;

/** Removes uploaded files that no import and no document refers to any more. */
@Injectable()
export class FilesPurge {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly runs: PurgeRuns,
    private readonly uploads: UploadStore,
  ) {}

  /** A file that is gone already is no harm: the row that names it goes after the file. */
  async purge({ runId, signal }: PurgeRun): Promise<void> {
    const rows = await this.database.query<Row[]>('SELECT digest FROM ledger.leaving_files ORDER BY digest');
    for (const row of rows) {
      signal.throwIfAborted();
      await this.remove(runId, textOf(row, 'digest'));
    }
  }

  private async remove(runId: number, digest: string): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      await manager.query(LOCK_FILES_EXCLUSIVE);
      const [row = {}] = await manager.query<Row[]>(IS_REFERRED_TO, [digest]);
      const isReferredTo = booleanOf(row, 'referred');
      if (!isReferredTo) await this.uploads.remove(digest);
      await manager.query('DELETE FROM ledger.leaving_files WHERE digest = $1', [digest]);
      await this.runs.add(manager, runId, { files: isReferredTo ? 0 : 1 });
    });
  }
}

/** Deletes what imports and documents say of themselves when nothing of them is in the ledger any more. */
@Injectable()
export class RecordsPurge {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly runs: PurgeRuns,
  ) {}

  /** Batch by batch, each of them a transaction that counts what it took. */
  async purge(purge: PurgeRun): Promise<void> {
    await this.all(purge, { what: 'imports', find: FIND_EMPTIED, remove: DELETE_EMPTIED });
    await this.all(purge, { what: 'documents', find: FIND_OLD_DOCUMENTS, remove: DELETE_DOCUMENTS });
  }

  private async all(
    purge: PurgeRun,
    records: { what: string; find: string; remove: readonly string[] },
  ): Promise<void> {
    while (!purge.signal.aborted && (await this.batch(purge, records)) > 0);
    purge.signal.throwIfAborted();
  }

  private async batch(
    { runId, firstKeptDay }: PurgeRun,
    { what, find, remove }: { what: string; find: string; remove: readonly string[] },
  ): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      await manager.query(LOCK_HOLDS_SHARED);
      await manager.query('SET LOCAL statement_timeout = 0');
      const rows = await manager.query<Row[]>(find, [firstKeptDay]);
      const ids = rows.map((row) => integerOf(row, 'id'));
      if (ids.length === 0) return 0;
      for (const statement of remove) await manager.query(statement, [ids]);
      await this.runs.add(manager, runId, { [what]: ids.length });
      return ids.length;
    });
  }
}

/** One day's purge of what this service keeps. */
@Injectable()
export class LedgerPurge {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly runs: PurgeRuns,
    private readonly entries: EntriesPurge,
    private readonly records: RecordsPurge,
    private readonly files: FilesPurge,
    private readonly trail: AuditTrail,
  ) {}

  /** Does nothing when the run is finished. @returns what it has removed; null when it is not finished (yet) by this */
  async purge(runId: number, signal: AbortSignal): Promise<Removed | null> {
    const day = await this.runs.dayOfOpen(runId);
    if (day === null) return null;
    const purge = {
      runId,
      firstKeptDay: firstRetainedDay(day, this.environment.TRANSACTIONS_KEPT_YEARS),
      signal,
    };
    if ((await this.entries.purge(purge)) === 'later') return null;
    await this.records.purge(purge);
    await this.files.purge(purge);
    return finishPurge(
      { database: this.database, runs: this.runs, trail: this.trail },
      {
        ...purge,
        action: 'retention.entries_purged',
        requestId: `ledger-purge-${runId}`,
      },
    );
  }
}

/**
 * May run twice, also at the same time: each batch takes what it finds in a transaction that has the ledger to itself, and
 * says in it what it took. A run that is finished is left alone.
 */
@Injectable()
@HandlesJob(PURGE_LEDGER)
export class PurgeLedgerProcessor implements JobHandler<PurgePayload> {
  constructor(
    private readonly ledger: LedgerPurge,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ runId }: PurgePayload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const removed = await this.ledger.purge(runId, signal);
    if (removed !== null) this.logger.info({ runId, ...removed }, 'what was past its time is removed');
  }
}
