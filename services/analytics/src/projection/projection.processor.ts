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
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DashboardService } from '../dashboard/dashboard.service.ts';
import { DetectionQueue } from '../detection/detection-runs.repository.ts';
import { ListFiguresService } from '../list-figures/list-figures.service.ts';
import { queryIntegers } from '../query-rows.ts';
import { ProjectionPurgeService, ProjectionService, ProjectionUndoService } from './projection.service.ts';

/** Twice is harmless: the transaction that changes the rollups notes the purge in `projected_purges`. */
@HandlesJob(ENTRIES_PURGED)
@Injectable()
export class EntriesPurgedHandler implements JobHandler<EntriesPurgedPayload> {
  constructor(
    private readonly purges: ProjectionPurgeService,
    private readonly dashboard: DashboardService,
    private readonly lists: ListFiguresService,
  ) {}

  async handle({ purgeId }: EntriesPurgedPayload, run: Pick<JobRun, 'publish'>): Promise<void> {
    if (await this.purges.takeOut(purgeId)) await this.dashboard.warm();
    await run.publish({ type: 'entries.purged', purgeId });
    await this.lists.warm();
  }
}

/**
 * Twice is harmless: the transaction that changes the rollups notes the import in `projected_imports`. The second time only
 * queues the open work, because the first may have died between commit and enqueue.
 */
@HandlesJob(TRANSACTIONS_IMPORTED)
@Injectable()
export class TransactionsImportedHandler implements JobHandler<TransactionsImportedPayload> {
  constructor(
    private readonly projection: ProjectionService,
    private readonly detection: DetectionQueue,
    private readonly dashboard: DashboardService,
    private readonly lists: ListFiguresService,
  ) {}

  async handle({ importId }: TransactionsImportedPayload, run: JobRun): Promise<void> {
    const projected = await this.projection.project(importId);
    if (projected.outcome === 'not_stored') return;
    await this.detection.enqueueOpenWork(projected.runId);
    if (projected.outcome === 'projected') await this.dashboard.warm();
    await run.publish({ type: 'ledger.projected', importId });
    // Last: it takes longest, and the dashboard need not wait for it.
    await this.lists.warm();
  }
}

/** Twice is harmless, as for `TransactionsImportedHandler`, with `projected_undos`. */
@HandlesJob(IMPORT_UNDONE)
@Injectable()
export class ImportUndoneHandler implements JobHandler<ImportUndonePayload> {
  constructor(
    private readonly undo: ProjectionUndoService,
    private readonly detection: DetectionQueue,
    private readonly dashboard: DashboardService,
    private readonly lists: ListFiguresService,
  ) {}

  async handle({ importId }: ImportUndonePayload, run: JobRun): Promise<void> {
    const undone = await this.undo.takeBack(importId);
    if (undone.outcome === 'not_undone') return;
    await this.detection.enqueueOpenWork(undone.runId);
    if (undone.outcome === 'taken_back') await this.dashboard.warm();
    await run.publish({ type: 'import.undone', importId });
    await this.lists.warm();
  }
}

/** Changes whose job may be lost: older than 10 seconds and not in the rollups. */
const overdueSql = (change: {
  table: string;
  condition: string;
  at: string;
  projectedIn: string;
  key: string;
}) => `
  SELECT c.id FROM ledger.${change.table} c
   WHERE ${change.condition} AND c.${change.at} < now() - interval '10 seconds'
     AND NOT EXISTS (SELECT FROM analytics.${change.projectedIn} p WHERE p.${change.key} = c.id)
   ORDER BY c.id LIMIT 200`;
const OVERDUE_IMPORTS_SQL = overdueSql({
  table: 'imports',
  condition: `c.state = 'stored'`,
  at: 'finished_at',
  projectedIn: 'projected_imports',
  key: 'import_id',
});
const OVERDUE_UNDOS_SQL = overdueSql({
  table: 'imports',
  condition: `c.state = 'undone'`,
  at: 'undone_at',
  projectedIn: 'projected_undos',
  key: 'import_id',
});
const OVERDUE_PURGES_SQL = overdueSql({
  table: 'purges',
  condition: 'true',
  at: 'purged_at',
  projectedIn: 'projected_purges',
  key: 'purge_id',
});

@Injectable()
export class UnprojectedImportsFinder implements LostWorkFinder<TransactionsImportedPayload> {
  readonly definition = TRANSACTIONS_IMPORTED;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async findOpenWork(): Promise<TransactionsImportedPayload[]> {
    return (await queryIntegers(this.database, OVERDUE_IMPORTS_SQL)).map((importId) => ({ importId }));
  }
}

@Injectable()
export class UnprojectedUndosFinder implements LostWorkFinder<ImportUndonePayload> {
  readonly definition = IMPORT_UNDONE;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async findOpenWork(): Promise<ImportUndonePayload[]> {
    return (await queryIntegers(this.database, OVERDUE_UNDOS_SQL)).map((importId) => ({ importId }));
  }
}

@Injectable()
export class UnprojectedPurgesFinder implements LostWorkFinder<EntriesPurgedPayload> {
  readonly definition = ENTRIES_PURGED;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async findOpenWork(): Promise<EntriesPurgedPayload[]> {
    return (await queryIntegers(this.database, OVERDUE_PURGES_SQL)).map((purgeId) => ({ purgeId }));
  }
}
