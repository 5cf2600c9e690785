import { UNDO_IMPORT, type UndoImportPayload } from '@clearwatch/contracts/jobs.dto';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { UndoRepository } from './undo.repository.ts';

/** Imports that somebody wants undone: their job may be lost. */
@Injectable()
export class UnfinishedUndos implements LostWorkFinder<UndoImportPayload> {
  readonly definition = UNDO_IMPORT;

  constructor(private readonly undos: UndoRepository) {}

  async findOpenWork(): Promise<UndoImportPayload[]> {
    return (await this.undos.unfinished()).map((importId) => ({ importId }));
  }

  async giveUp({ importId }: UndoImportPayload): Promise<void> {
    await this.undos.giveUp(importId);
  }
}
