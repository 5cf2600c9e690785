import {
  ENTRIES_PURGED,
  type EntriesPurgedPayload,
  IMPORT_UNDONE,
  type ImportUndonePayload,
  TRANSACTIONS_IMPORTED,
  type TransactionsImportedPayload,
} from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { DashboardService } from '../dashboard/dashboard.service.ts';
import { DetectionQueue } from '../detection/detection-runs.repository.ts';
import { ListFiguresService } from '../list-figures/list-figures.service.ts';
import { ProjectionRepository } from './projection.repository.ts';
import { ProjectionPurgeService, ProjectionService, ProjectionUndoService } from './projection.service.ts';
import { ProjectionPurgeRepository, ProjectionUndoRepository } from './projection-removal.repository.ts';

/** Twice is harmless: `projected_purges` says in the same transaction what is out of the rollups. */
@HandlesJob(ENTRIES_PURGED)
@Injectable()
export class EntriesPurgedHandler implements JobHandler<EntriesPurgedPayload> {
  constructor(
    private readonly purges: ProjectionPurgeService,
    private readonly figures: DashboardService,
    private readonly lists: ListFiguresService,
  ) {}

  async handle({ purgeId }: EntriesPurgedPayload, run: Pick<JobRun, 'publish'>): Promise<void> {
    if (await this.purges.takeOut(purgeId)) await this.figures.warm();
    await run.publish({ type: 'entries.purged', purgeId });
    await this.lists.warm();
  }
}

/** Purges that nobody told this service about. */
@Injectable()
export class UnprojectedPurgesFinder implements LostWorkFinder<EntriesPurgedPayload> {
  readonly definition = ENTRIES_PURGED;

  constructor(private readonly purges: ProjectionPurgeRepository) {}

  async findOpenWork(): Promise<EntriesPurgedPayload[]> {
    return (await this.purges.findOverdue()).map((purgeId) => ({ purgeId }));
  }
}

/**
 * Twice is harmless: `projected_imports` says in the same transaction what is in the rollups. The second time only
 * queues what is still open, because the first may have died between commit and enqueue.
 */
@HandlesJob(TRANSACTIONS_IMPORTED)
@Injectable()
export class TransactionsImportedHandler implements JobHandler<TransactionsImportedPayload> {
  constructor(
    private readonly projection: ProjectionService,
    private readonly detection: DetectionQueue,
    private readonly figures: DashboardService,
    private readonly lists: ListFiguresService,
  ) {}

  async handle({ importId }: TransactionsImportedPayload, run: JobRun): Promise<void> {
    const projected = await this.projection.project(importId);
    if (projected.outcome === 'not_stored') return;
    await this.detection.enqueueOpenWork(projected.runId);
    if (projected.outcome === 'projected') await this.figures.warm();
    await run.publish({ type: 'ledger.projected', importId });
    // Last: it takes longest, and the dashboard need not wait for it.
    await this.lists.warm();
  }
}

/**
 * Twice is harmless: `projected_undos` says in the same transaction what is out of the rollups. The second time only
 * queues what is still open, because the first may have died between commit and enqueue.
 */
@HandlesJob(IMPORT_UNDONE)
@Injectable()
export class ImportUndoneHandler implements JobHandler<ImportUndonePayload> {
  constructor(
    private readonly undo: ProjectionUndoService,
    private readonly detection: DetectionQueue,
    private readonly figures: DashboardService,
    private readonly lists: ListFiguresService,
  ) {}

  async handle({ importId }: ImportUndonePayload, run: JobRun): Promise<void> {
    const undone = await this.undo.takeBack(importId);
    if (undone.outcome === 'not_undone') return;
    await this.detection.enqueueOpenWork(undone.runId);
    if (undone.outcome === 'taken_back') await this.figures.warm();
    await run.publish({ type: 'import.undone', importId });
    // Last: it takes longest, and the dashboard need not wait for it.
    await this.lists.warm();
  }
}

/** Undone imports that nobody told this service about. */
@Injectable()
export class UnprojectedUndosFinder implements LostWorkFinder<ImportUndonePayload> {
  readonly definition = IMPORT_UNDONE;

  constructor(private readonly undo: ProjectionUndoRepository) {}

  async findOpenWork(): Promise<ImportUndonePayload[]> {
    return (await this.undo.findOverdue()).map((importId) => ({ importId }));
  }
}

/** Stored imports that nobody told this service about. */
@Injectable()
export class UnprojectedImportsFinder implements LostWorkFinder<TransactionsImportedPayload> {
  readonly definition = TRANSACTIONS_IMPORTED;

  constructor(private readonly projection: ProjectionRepository) {}

  async findOpenWork(): Promise<TransactionsImportedPayload[]> {
    return (await this.projection.findOverdue()).map((importId) => ({ importId }));
  }
}
