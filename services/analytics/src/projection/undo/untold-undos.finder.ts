import { IMPORT_UNDONE, type ImportUndonePayload } from '@clearwatch/contracts/jobs.dto';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { UndoRepository } from './undo.repository.ts';

/** Undone imports that nobody told this service about. */
@Injectable()
export class UntoldUndosFinder implements LostWorkFinder<ImportUndonePayload> {
  readonly definition = IMPORT_UNDONE;

  constructor(private readonly undo: UndoRepository) {}

  async findOpenWork(): Promise<ImportUndonePayload[]> {
    return (await this.undo.findOverdue()).map((importId) => ({ importId }));
  }
}
