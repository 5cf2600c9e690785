import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { UNDO_IMPORT } from '@clearwatch/contracts/jobs.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { ImportsService } from '../imports/imports.service.ts';

const PARTLY_PURGED =
  'Some entries of this import have left the ledger at the end of their retention period. What is left of it can no longer be undone as one; it leaves in the same way.';

const NOT_COUNTED_YET = 'The import is still being worked into the figures. Please try again in a moment.';

/** Starts the undo of an import; a worker does it. */
@Injectable()
export class UndoImportService {
  constructor(
    private readonly imports: ImportsService,
    private readonly repository: ImportsRepository,
    private readonly producer: JobProducer,
  ) {}

  /** A second request changes nothing. */
  async undo(actor: Actor, importId: number): Promise<ImportSummary> {
    const summary = await this.imports.summaryOf(importId);
    if (summary.state === 'undoing' || summary.state === 'undone') return summary;
    if (summary.state === 'stored') throw new AppError('conflict', NOT_COUNTED_YET);
    if (summary.state !== 'completed')
      throw new AppError('conflict', 'Only an import that is completed can be undone.');
    if (summary.purgedCount > 0) throw new AppError('conflict', PARTLY_PURGED);
    // A dead job would be taken for the new one. Nothing has changed yet when the queue does not answer.
    await this.producer.removeFailed(UNDO_IMPORT, { importId });
    const isRequested = await this.repository.transition(actor, importId, {
      from: { state: 'stored', keptFrom: IsNull(), purgedCount: 0 },
      to: {
        state: 'undoing',
        undoneBy: actor.userId,
        undoneByName: actor.username,
        progressAt: () => 'now()',
      },
      action: 'import.undo_requested',
    });
    if (isRequested) await this.producer.tryEnqueue(UNDO_IMPORT, { importId });
    return this.imports.summaryOf(importId);
  }
}
