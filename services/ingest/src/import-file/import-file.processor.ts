import { randomUUID } from 'node:crypto';
import {
  IMPORT_FILE,
  type ImportFilePayload,
  TRANSACTIONS_IMPORTED,
  type TransactionsImportedPayload,
} from '@clearwatch/contracts/jobs.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { importFailed, importSystemActor } from '../imports/import-audit-events.ts';
import { countFailedImport, FileImporter } from './file-importer.ts';
import {
  type ImportClaim,
  ImportClaims,
  isFinalFailure,
  toImportFailure,
} from './import-claims.repository.ts';
import { newReadingProgress, type ReadingProgress } from './open-stored-file.ts';

const REPORT_INTERVAL_MS = 300;

/**
 * Tells the table and open browsers how far an import is, several times a second and on a connection of its own (what
 * the import's transaction writes is not visible yet). A report that fails is dropped: the next one says more.
 */
function reportWhileRunning(options: {
  claims: Pick<ImportClaims, 'reportProgress'>;
  claim: ImportClaim;
  progress: ReadingProgress;
  publish: JobRun['publish'];
}): { stop(): Promise<void> } {
  const { claims, claim, progress, publish } = options;
  let reporting: Promise<void> | null = null;
  const report = async (): Promise<void> => {
    const { bytesRead, rowsRead } = progress;
    await claims.reportProgress(claim, bytesRead).catch(() => undefined);
    await publish({
      type: 'import.progress',
      importId: claim.importId,
      bytesRead,
      bytesTotal: claim.fileSize,
      rowsRead,
    });
    reporting = null;
  };
  const timer = setInterval(() => {
    reporting ??= report();
  }, REPORT_INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await reporting;
    },
  };
}

/**
 * May run twice, also at the same time: only an import that is not yet stored can be claimed, each claim takes the
 * import from the one before, and the transaction that stores it checks that its claim still holds. A run that finds
 * the import stored only tells analytics once more, which is harmless there.
 */
@Injectable()
@HandlesJob(IMPORT_FILE)
export class ImportFileProcessor implements JobHandler<ImportFilePayload> {
  constructor(
    private readonly claims: ImportClaims,
    private readonly importer: FileImporter,
    private readonly producer: JobProducer,
  ) {}

  async handle({ importId }: ImportFilePayload, run: JobRun): Promise<void> {
    const claim = await this.claims.claim(importId, randomUUID());
    if (claim !== null) await this.work(claim, run);
    if (await this.claims.isStored(importId))
      await this.producer.tryEnqueue(TRANSACTIONS_IMPORTED, { importId });
  }

  private async work(claim: ImportClaim, run: JobRun): Promise<void> {
    const progress = newReadingProgress();
    const reporter = reportWhileRunning({
      claims: this.claims,
      claim,
      progress,
      publish: (event) => run.publish(event),
    });
    try {
      const outcome = await this.importer.import(claim, { progress, signal: run.signal });
      await reporter.stop();
      if (outcome === 'stored') await this.announce(claim, progress, run);
    } catch (error) {
      await reporter.stop();
      await this.fail(claim, error, run);
    }
  }

  private async announce(claim: ImportClaim, progress: ReadingProgress, run: JobRun): Promise<void> {
    const { importId, fileSize } = claim;
    const { rowsRead } = progress;
    await run.publish({
      type: 'import.progress',
      importId,
      bytesRead: fileSize,
      bytesTotal: fileSize,
      rowsRead,
    });
    await run.publish({ type: 'import.finished', importId, state: 'stored' });
  }

  /** A broken file is an answer, not a failed job. Anything else is tried again, and given up after the last try. */
  private async fail(claim: ImportClaim, error: unknown, run: JobRun): Promise<void> {
    const handedBack = run.signal.aborted;
    if (isFinalFailure(error) || (run.isLastAttempt && !handedBack)) {
      const isFailed = await this.claims.markFailed(claim, toImportFailure(error));
      if (isFailed) {
        countFailedImport();
        await run.publish({ type: 'import.finished', importId: claim.importId, state: 'failed' });
      }
    }
    if (!isFinalFailure(error)) throw error;
  }
}

/** Nobody has begun it, or its worker has been silent for longer than any pause of a living one. */
const STALE_IMPORT = `state IN ('received', 'importing') AND coalesce(progress_at, created_at) < now() - interval '15 seconds'`;

/** Imports that nobody works on. */
@Injectable()
export class UnfinishedImports implements LostWorkFinder<ImportFilePayload> {
  readonly definition = IMPORT_FILE;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async findOpenWork(): Promise<ImportFilePayload[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT id FROM ledger.imports WHERE ${STALE_IMPORT} ORDER BY id LIMIT 200`,
    );
    return rows.map((row) => ({ importId: integerOf(row, 'id') }));
  }

  /** Its file ended every worker that took it, or it could not even be marked as failed. */
  async giveUp({ importId }: ImportFilePayload): Promise<void> {
    const { code, text } = toImportFailure(new Error('The job of the import is dead'));
    await inTransaction(this.database, async (manager) => {
      const [[row]] = await manager.query<[Row[], number]>(
        `UPDATE ledger.imports SET state = 'failed', failure_code = $2, failure = $3, finished_at = now()
         WHERE id = $1 AND ${STALE_IMPORT} RETURNING file_name`,
        [importId, code, text],
      );
      if (row === undefined) return;
      const which = { importId, fileName: textOf(row, 'file_name') };
      await this.trail.record(importSystemActor(which), importFailed(which, code), manager);
    });
  }
}

/** Imports that are in the ledger but not in the figures: analytics may never have been told. */
@Injectable()
export class UnprojectedImports implements LostWorkFinder<TransactionsImportedPayload> {
  readonly definition = TRANSACTIONS_IMPORTED;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async findOpenWork(): Promise<TransactionsImportedPayload[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT i.id FROM ledger.imports i
       WHERE i.state = 'stored' AND i.finished_at < now() - interval '5 seconds'
         AND NOT EXISTS (SELECT 1 FROM analytics.projected_imports p WHERE p.import_id = i.id)
       ORDER BY i.id LIMIT 200`,
    );
    return rows.map((row) => ({ importId: integerOf(row, 'id') }));
  }
}
