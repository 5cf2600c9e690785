import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { IMPORT_FILE, type ImportPayload, TRANSACTIONS_IMPORTED } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { queryFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Inject, Injectable } from '@nestjs/common';
import { In, Raw } from 'typeorm';
import { importSystemActor } from '../imports/import-audit-events.ts';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { countFailedImport, FileImporter } from './file-importer.ts';
import { type ImportClaim, ImportClaims, isFinalFailure, toImportFailure } from './import-claims.repository.ts';
import { newReadingProgress, type ReadingProgress } from './open-stored-file.ts';

const REPORT_INTERVAL_MS = 300;

/**
 * May run twice, even concurrently: only an import that is not stored can be claimed, and the transaction that stores
 * it checks its claim. A run that finds the import stored only notifies analytics again, which ignores the repetition.
 */
@Injectable()
@HandlesJob(IMPORT_FILE)
export class ImportFileProcessor implements JobHandler<ImportPayload> {
  constructor(
    private readonly claims: ImportClaims,
    private readonly importer: FileImporter,
    private readonly producer: JobProducer,
  ) {}

  async handle({ importId }: ImportPayload, run: JobRun): Promise<void> {
    const claim = await this.claims.claim(importId, randomUUID());
    if (claim !== null) await this.work(claim, run);
    if (await this.claims.isStored(importId)) await this.producer.tryEnqueue(TRANSACTIONS_IMPORTED, { importId });
  }

  /** Reports progress several times a second. A failed report is dropped, because the next one follows. */
  private async work(claim: ImportClaim, run: JobRun): Promise<void> {
    const { importId, fileSize } = claim;
    const progress = newReadingProgress();
    const finished = new AbortController();
    const report = async () => {
      while (await pause(REPORT_INTERVAL_MS, true, finished).catch(() => false)) {
        const now = { ...progress };
        await this.claims.reportProgress(claim, now.bytesRead).catch(() => undefined);
        await publishProgress(run, claim, now);
      }
    };
    const importing = async () => {
      const reports = report();
      try {
        return await this.importer.import(claim, { progress, signal: run.signal });
      } finally {
        finished.abort();
        await reports;
      }
    };
    try {
      if ((await importing()) !== 'stored') return;
      await publishProgress(run, claim, { ...progress, bytesRead: fileSize });
      await run.publish({ type: 'import.finished', importId, state: 'stored' });
    } catch (error) {
      await this.fail(claim, error, run);
    }
  }

  /** A broken file is a result, not a failed job. Any other error is retried until the last attempt. */
  private async fail(claim: ImportClaim, error: unknown, run: JobRun): Promise<void> {
    const isStopped = run.signal.aborted;
    if (isFinalFailure(error) || (run.isLastAttempt && !isStopped)) {
      const isFailed = await this.claims.markFailed(claim, toImportFailure(error));
      if (isFailed) {
        countFailedImport();
        await run.publish({ type: 'import.finished', importId: claim.importId, state: 'failed' });
      }
    }
    if (!isFinalFailure(error)) throw error;
  }
}

function publishProgress(
  run: JobRun,
  { importId, fileSize: bytesTotal }: ImportClaim,
  { bytesRead, rowsRead }: ReadingProgress,
): Promise<void> {
  return run.publish({ type: 'import.progress', importId, bytesRead, bytesTotal, rowsRead });
}

/** No worker has begun, or the worker has been silent for longer than a running worker ever is. */
const isStale = (progressAt: string) => `coalesce(${progressAt}, created_at) < now() - interval '15 seconds'`;

@Injectable()
export class UnfinishedImports extends queryFinder(
  IMPORT_FILE,
  (importId) => ({ importId }),
  `SELECT id FROM ledger.imports WHERE state IN ('received', 'importing') AND ${isStale('progress_at')}
    ORDER BY id LIMIT 200`,
) {
  @Inject(ImportsRepository) private readonly imports!: ImportsRepository;

  /** The file crashed every worker that read it, or the import could not even be marked as failed. */
  async giveUp({ importId }: ImportPayload): Promise<void> {
    const { code, text } = toImportFailure(new Error('The import job failed permanently'));
    await this.imports.transition(importSystemActor(importId), importId, {
      from: { state: In(['received', 'importing']), progressAt: Raw(isStale) },
      to: { state: 'failed', failureCode: code, failure: text, finishedAt: () => 'now()' },
      action: 'import.failed',
      detail: { code },
    });
  }
}
