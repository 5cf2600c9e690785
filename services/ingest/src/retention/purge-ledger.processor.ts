import { PURGE_LEDGER, type PurgePayload } from '@clearwatch/contracts/jobs.dto';
import { LOCK_HOLDS_SHARED, mentionsHeldAccount } from '@clearwatch/contracts/retention';
import { firstRetainedDay } from '@clearwatch/domain/retention-period';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { hasRows, queryIntegers, queryTexts } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { dailyPurgeFinder, finishPurge } from '@clearwatch/service-kit/retention/purge-scheduler';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { IngestEnvironment } from '../ingest-environment.ts';
import { LOCK_FILES_EXCLUSIVE, UploadStore } from '../uploads/upload-store.ts';
import { EntriesPurge, type PurgeRun } from './entries-purge.service.ts';

export class DailyPurgeFinder extends dailyPurgeFinder(PURGE_LEDGER) {}

export const EMPTIED_IMPORTS_PER_BATCH = 200;

interface ExpiredRecords {
  name: string;
  find: string;
  remove: readonly string[];
}

const releaseFiles = (digests: string) =>
  `INSERT INTO ledger.leaving_files (digest) SELECT DISTINCT ${digests} WHERE id = ANY ($1::bigint[])
   ON CONFLICT DO NOTHING`;

const EXPIRED_RECORDS: readonly ExpiredRecords[] = [
  {
    // Expired imports without entries in the ledger, unless analytics is still processing them, or a rejected row or a
    // document row names a held account.
    name: 'imports',
    find: `
      SELECT i.id FROM ledger.imports i
       WHERE i.created_at < $1::date AND NOT (i.state IN ('received', 'importing', 'undoing'))
         AND (i.state <> 'stored' OR (i.transaction_count = 0 AND i.duplicate_count = 0
              AND EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = i.id)))
         AND (i.state <> 'undone' OR EXISTS (SELECT FROM analytics.projected_undos u WHERE u.import_id = i.id))
         AND NOT EXISTS (SELECT FROM ledger.imports kept WHERE kept.kept_from = i.id)
         AND NOT EXISTS (SELECT FROM ledger.rejected_rows r WHERE r.import_id = i.id
                            AND ${mentionsHeldAccount(`concat_ws(' ', r.source, r.value)`)})
         AND NOT EXISTS (SELECT FROM ledger.parsed_rows r WHERE r.import_id = i.id AND ${mentionsHeldAccount('r.cells::text')})
       ORDER BY i.id DESC LIMIT ${EMPTIED_IMPORTS_PER_BATCH}
         FOR UPDATE OF i SKIP LOCKED`,
    remove: [
      // First, because an accepted row without an import would be imported again.
      'DELETE FROM ledger.parsed_rows WHERE import_id = ANY ($1::bigint[])',
      releaseFiles('digest FROM ledger.imports'),
      'DELETE FROM ledger.imports WHERE id = ANY ($1::bigint[])',
    ],
  },
  {
    // Documents without rows in any import. `PagePictureCleanup` removes their pictures.
    name: 'documents',
    find: `
      SELECT j.id FROM ledger.parse_jobs j
       WHERE j.created_at < $1::date AND j.status IN ('completed', 'failed', 'needs_columns')
         AND NOT EXISTS (SELECT FROM ledger.parsed_rows r WHERE r.parse_job_id = j.id
                            AND (r.import_id IS NOT NULL OR (r.state = 'accepted') OR ${mentionsHeldAccount('r.cells::text')}))
         AND NOT ${mentionsHeldAccount(`coalesce(j.result_data::text, '')`)}
       ORDER BY j.id LIMIT ${EMPTIED_IMPORTS_PER_BATCH}
         FOR UPDATE OF j SKIP LOCKED`,
    remove: [
      releaseFiles('file_name FROM ledger.parse_jobs'),
      'DELETE FROM ledger.parse_jobs WHERE id = ANY ($1::bigint[])',
    ],
  },
];

const FIND_REFERENCE = `
  SELECT FROM ledger.imports WHERE digest = $1 UNION ALL SELECT FROM ledger.parse_jobs WHERE file_name = $1 LIMIT 1`;

/** May run twice, even concurrently: each batch is a transaction that locks what it removes and counts it. */
@Injectable()
@HandlesJob(PURGE_LEDGER)
export class PurgeLedgerProcessor implements JobHandler<PurgePayload> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly runs: PurgeRuns,
    private readonly entries: EntriesPurge,
    private readonly uploads: UploadStore,
    private readonly trail: AuditTrail,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ runId }: PurgePayload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const { database, runs, trail } = this;
    const day = await runs.dayOfOpen(runId);
    if (day === null) return;
    const firstKeptDay = firstRetainedDay(day, this.environment.TRANSACTIONS_KEPT_YEARS);
    const purge = { runId, firstKeptDay, signal };
    if ((await this.entries.purge(purge)) === 'later') return;
    for (const records of EXPIRED_RECORDS) {
      while (!signal.aborted && (await this.removeRecords(purge, records)) > 0);
      signal.throwIfAborted();
    }
    await this.removeFiles(purge);
    const end = { action: 'retention.entries_purged', requestId: `ledger-purge-${runId}` } as const;
    const removed = await finishPurge({ database, runs, trail }, { ...purge, ...end });
    if (removed !== null) this.logger.info({ runId, ...removed }, 'expired records removed');
  }

  private async removeRecords(
    { runId, firstKeptDay }: PurgeRun,
    { name, find, remove }: ExpiredRecords,
  ): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      await manager.query(LOCK_HOLDS_SHARED);
      await manager.query('SET LOCAL statement_timeout = 0');
      const ids = await queryIntegers(manager, find, [firstKeptDay]);
      if (ids.length === 0) return 0;
      for (const statement of remove) await manager.query(statement, [ids]);
      await this.runs.add(manager, runId, { [name]: ids.length });
      return ids.length;
    });
  }

  /**
   * Uploaded files that no import or document refers to. A file may already be missing, because its row is deleted
   * after it.
   */
  private async removeFiles({ runId, signal }: PurgeRun): Promise<void> {
    for (const digest of await queryTexts(this.database, 'SELECT digest FROM ledger.leaving_files ORDER BY 1')) {
      signal.throwIfAborted();
      await inTransaction(this.database, async (manager) => {
        await manager.query(LOCK_FILES_EXCLUSIVE);
        const isReferredTo = await hasRows(manager, FIND_REFERENCE, [digest]);
        if (!isReferredTo) await this.uploads.remove(digest);
        await manager.query('DELETE FROM ledger.leaving_files WHERE digest = $1', [digest]);
        await this.runs.add(manager, runId, { files: isReferredTo ? 0 : 1 });
      });
    }
  }
}
