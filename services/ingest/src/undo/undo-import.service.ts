import type { ImportState, ImportSummary } from '@clearwatch/contracts/imports.dto';
import { UNDO_IMPORT } from '@clearwatch/contracts/jobs.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { ImportsService } from '../imports/imports.service.ts';
import { UndoImportRepository } from './undo-import.repository.ts';

const PARTLY_PURGED =
  'Some entries of this import have left the ledger at the end of their retention period. What is left of it can no longer be undone as one; it leaves in the same way.';

/** Begins to take an import back; a worker does it. */
@Injectable()
export class UndoImportService {
  constructor(
    private readonly imports: ImportsService,
    private readonly undos: UndoImportRepository,
    private readonly producer: JobProducer,
  ) {}

  /**
   * Twice is once: an import that is being undone, or is undone, is what was asked for.
   * @throws AppError `not_found`, `conflict` when there is nothing to undo or not yet, `unavailable`
   */
  async undo(actor: Actor, importId: number): Promise<ImportSummary> {
    const summary = await this.imports.summaryOf(importId);
    if (isUndone(summary.state)) return summary;
    if (summary.state !== 'completed') throw new AppError('conflict', reasonNotUndoable(summary.state));
    if (summary.purgedCount > 0) throw new AppError('conflict', PARTLY_PURGED);
    // A job that died for good would be taken for the new one: with the queue away, nothing is changed.
    await this.producer.removeFailed(UNDO_IMPORT, { importId });
    const isMine = await this.undos.request(actor, { importId, fileName: summary.fileName });
    if (isMine) await this.producer.tryEnqueue(UNDO_IMPORT, { importId });
    return this.imports.summaryOf(importId);
  }
}

function isUndone(state: ImportState): boolean {
  return state === 'undoing' || state === 'undone';
}

function reasonNotUndoable(state: ImportState): string {
  return state === 'stored'
    ? 'The import is still being worked into the figures. Please try again in a moment.'
    : 'Only an import that is completed can be undone.';
}
