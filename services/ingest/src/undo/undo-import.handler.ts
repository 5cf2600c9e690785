import { IMPORT_UNDONE, UNDO_IMPORT, type UndoImportPayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ImportUndoer } from './import-undoer.service.ts';
import { FiguresBehind } from './must-be-projected.ts';
import { UndoRepository } from './undo.repository.ts';

/**
 * May run twice, also at the same time: an undo has the ledger to itself, and one that finds the import undone only tells
 * analytics once more, which is harmless there.
 */
@Injectable()
@HandlesJob(UNDO_IMPORT)
export class UndoImportHandler implements JobHandler<UndoImportPayload> {
  constructor(
    private readonly undoer: ImportUndoer,
    private readonly undos: UndoRepository,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ importId }: UndoImportPayload, run: JobRun): Promise<void> {
    // Whoever looks on sees it from now on: it may take as long as the import did.
    await run.publish({ type: 'import.undoing', importId });
    await this.undo(importId, run);
    if (await this.undos.isUndone(importId)) await this.tellAnalytics(importId);
  }

  /** Only what fails is given up. Waiting for the figures does not: the reconciler queues the undo again. */
  private async undo(importId: number, run: JobRun): Promise<void> {
    try {
      await this.undoer.undo(importId, run.signal);
    } catch (error) {
      if (!(error instanceof FiguresBehind) || !run.isLastAttempt) throw error;
      this.logger.info({ importId }, 'an undo waits until the figures have caught up');
    }
  }

  /** The entries are gone: when the queue is away now, the reconciler tells analytics later. */
  private async tellAnalytics(importId: number): Promise<void> {
    try {
      await this.producer.enqueue(IMPORT_UNDONE, { importId });
    } catch (error) {
      this.logger.warn({ err: error, importId }, 'import is undone but analytics is not yet told');
    }
  }
}
