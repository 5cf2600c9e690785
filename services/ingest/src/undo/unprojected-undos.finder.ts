import { IMPORT_UNDONE, type ImportUndonePayload } from '@clearwatch/contracts/jobs.dto';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { UndoRepository } from './undo.repository.ts';

/** Imports that are out of the ledger but not out of the figures: analytics may never have been told. */
@Injectable()
export class UnprojectedUndos implements LostWorkFinder<ImportUndonePayload> {
  readonly definition = IMPORT_UNDONE;

  constructor(private readonly undos: UndoRepository) {}

  async findOpenWork(): Promise<ImportUndonePayload[]> {
    return (await this.undos.unprojected()).map((importId) => ({ importId }));
  }
}
