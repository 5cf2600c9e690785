import { IMPORT_UNDONE, type ImportPayload, UNDO_IMPORT } from '@clearwatch/contracts/jobs.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { queryTexts } from '@clearwatch/service-kit/database/query-rows';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { queryFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { Repository } from 'typeorm';
import { ImportEntity } from '../imports/import.entity.ts';
import { importAuditEvent, importSystemActor } from '../imports/import-audit-events.ts';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { IngestEnvironment } from '../ingest-environment.ts';
import { inBulkTransaction, LOCK_LEDGER_EXCLUSIVE, retryingConflicts } from '../ledger/ledger-sql.ts';
import { ProjectionBehind, removeImport } from './remove-import.ts';

const MAX_ATTEMPTS = 5;

/** May run twice, even concurrently: an undo locks the ledger, and a second run only notifies analytics. */
@Injectable()
@HandlesJob(UNDO_IMPORT)
export class UndoImportProcessor implements JobHandler<ImportPayload> {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    @InjectRepository(ImportEntity) private readonly imports: Repository<ImportEntity>,
    private readonly trail: AuditTrail,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ importId }: ImportPayload, run: JobRun): Promise<void> {
    await run.publish({ type: 'import.undoing', importId });
    try {
      await retryingConflicts({ attempts: MAX_ATTEMPTS, signal: run.signal, task: 'undo' }, () =>
        this.undo(importId, run.signal),
      );
    } catch (error) {
      // Waiting for analytics is not a failure: the reconciler queues the undo again.
      if (!(error instanceof ProjectionBehind) || !run.isLastAttempt) throw error;
      this.logger.info({ importId }, 'undo waits until analytics has counted all imports');
    }
    if (await this.imports.existsBy({ id: importId, state: 'undone' }))
      await this.producer.tryEnqueue(IMPORT_UNDONE, { importId });
  }

  private async undo(importId: number, signal: AbortSignal): Promise<void> {
    const { DATABASE_URL: url } = this.environment;
    await inBulkTransaction(
      { url, name: undoConnectionName(importId), lock: LOCK_LEDGER_EXCLUSIVE, signal },
      async (client) => {
        const [fileName] = await queryTexts(
          client,
          `SELECT file_name FROM ledger.imports WHERE id = $1 AND state = 'undoing' FOR NO KEY UPDATE`,
          [importId],
        );
        if (fileName === undefined) return;
        const { removed, passedOn } = await removeImport(client, importId);
        await client.query(`UPDATE ledger.imports SET state = 'undone', undone_at = clock_timestamp() WHERE id = $1`, [
          importId,
        ]);
        const event = importAuditEvent('import.undone', { importId, fileName }, { removed, passedOn });
        await this.trail.record(importSystemActor(importId), event, client);
      },
    );
  }
}

export function undoConnectionName(importId: number): string {
  return `clearwatch-undo-${importId}`;
}

@Injectable()
export class UnfinishedUndos extends queryFinder(
  UNDO_IMPORT,
  (importId) => ({ importId }),
  `SELECT id FROM ledger.imports WHERE state = 'undoing' AND progress_at < now() - interval '5 seconds'
    ORDER BY id LIMIT 200`,
) {
  @Inject(ImportsRepository) private readonly imports!: ImportsRepository;

  /** The ledger has not changed, so the import can be undone again. */
  async giveUp({ importId }: ImportPayload): Promise<void> {
    await this.imports.transition(importSystemActor(importId), importId, {
      from: { state: 'undoing' },
      to: { state: 'stored', undoneBy: null, undoneByName: null },
      action: 'import.undo_failed',
    });
  }
}
