import {
  ENTRIES_PURGED,
  type EntriesPurgedPayload,
  IMPORT_UNDONE,
  type ImportPayload,
  TRANSACTIONS_IMPORTED,
} from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { queryFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { DashboardService } from '../dashboard/dashboard.service.ts';
import { DetectionQueue } from '../detection/detection-runs.repository.ts';
import { ListFiguresService } from '../list-figures/list-figures.service.ts';
import { ProjectionService } from './projection.service.ts';

/** Can safely run twice: the transaction that changes the rollups records the purge in `projected_purges`. */
@HandlesJob(ENTRIES_PURGED)
@Injectable()
export class EntriesPurgedHandler implements JobHandler<EntriesPurgedPayload> {
  constructor(
    private readonly projection: ProjectionService,
    private readonly dashboard: DashboardService,
    private readonly lists: ListFiguresService,
  ) {}

  async handle({ purgeId }: EntriesPurgedPayload, run: Pick<JobRun, 'publish'>): Promise<void> {
    if (await this.projection.takeOut(purgeId)) await this.dashboard.warm();
    await run.publish({ type: 'entries.purged', purgeId });
    await this.lists.warm();
  }
}

/** Can safely run twice: `projected_imports` changes together with the rollups. The second time only queues the open work. */
@HandlesJob(TRANSACTIONS_IMPORTED)
@Injectable()
export class TransactionsImportedHandler implements JobHandler<ImportPayload> {
  constructor(
    private readonly projection: ProjectionService,
    private readonly detection: DetectionQueue,
    private readonly dashboard: DashboardService,
    private readonly lists: ListFiguresService,
  ) {}

  async handle({ importId }: ImportPayload, run: JobRun): Promise<void> {
    const projected = await this.projection.project(importId);
    if (projected.outcome === 'not_stored') return;
    await this.detection.enqueueOpenWork(projected.runId);
    if (projected.outcome === 'projected') await this.dashboard.warm();
    await run.publish({ type: 'ledger.projected', importId });
    // Runs last because it takes the longest and the dashboard does not depend on it.
    await this.lists.warm();
  }
}

/** Can safely run twice, like `TransactionsImportedHandler`, but with `projected_undos`. */
@HandlesJob(IMPORT_UNDONE)
@Injectable()
export class ImportUndoneHandler implements JobHandler<ImportPayload> {
  constructor(
    private readonly projection: ProjectionService,
    private readonly detection: DetectionQueue,
    private readonly dashboard: DashboardService,
    private readonly lists: ListFiguresService,
  ) {}

  async handle({ importId }: ImportPayload, run: JobRun): Promise<void> {
    const undone = await this.projection.takeBack(importId);
    if (undone.outcome === 'not_undone') return;
    await this.detection.enqueueOpenWork(undone.runId);
    if (undone.outcome === 'taken_back') await this.dashboard.warm();
    await run.publish({ type: 'import.undone', importId });
    await this.lists.warm();
  }
}

/** Changes whose job may have been lost: older than 10 seconds and not in the rollups. */
const overdueSql = (changes: { sql: string; at: string; projected: string; key: string }) => `
  SELECT c.id FROM ${changes.sql} AND c.${changes.at} < now() - interval '10 seconds'
     AND NOT EXISTS (SELECT FROM analytics.${changes.projected} p WHERE p.${changes.key} = c.id)
   ORDER BY c.id LIMIT 200`;

export class UnprojectedImportsFinder extends queryFinder(
  TRANSACTIONS_IMPORTED,
  (importId) => ({ importId }),
  overdueSql({
    sql: `ledger.imports c WHERE c.state = 'stored'`,
    at: 'finished_at',
    projected: 'projected_imports',
    key: 'import_id',
  }),
) {}

export class UnprojectedUndosFinder extends queryFinder(
  IMPORT_UNDONE,
  (importId) => ({ importId }),
  overdueSql({
    sql: `ledger.imports c WHERE c.state = 'undone'`,
    at: 'undone_at',
    projected: 'projected_undos',
    key: 'import_id',
  }),
) {}

export class UnprojectedPurgesFinder extends queryFinder(
  ENTRIES_PURGED,
  (purgeId) => ({ purgeId }),
  overdueSql({
    sql: 'ledger.purges c WHERE true',
    at: 'purged_at',
    projected: 'projected_purges',
    key: 'purge_id',
  }),
) {}
