import { TRANSACTIONS_IMPORTED, type TransactionsImportedPayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { WarmFigures } from '../dashboard/warm-figures.ts';
import { OpenDetection } from '../detection/runs/open-detection.ts';
import { WarmLists } from '../list-figures/warm-lists.ts';
import { ProjectionService } from './projection.service.ts';

/**
 * Twice is harmless: `projected_imports` says in the same transaction what is in the rollups. The second time only
 * queues what is still open, because the first may have died between commit and enqueue.
 */
@HandlesJob(TRANSACTIONS_IMPORTED)
@Injectable()
export class TransactionsImportedHandler implements JobHandler<TransactionsImportedPayload> {
  constructor(
    private readonly projection: ProjectionService,
    private readonly detection: OpenDetection,
    private readonly figures: WarmFigures,
    private readonly lists: WarmLists,
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
