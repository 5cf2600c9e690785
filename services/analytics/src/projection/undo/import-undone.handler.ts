import { IMPORT_UNDONE, type ImportUndonePayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { WarmFigures } from '../../dashboard/warm-figures.ts';
import { OpenDetection } from '../../detection/runs/open-detection.ts';
import { WarmLists } from '../../list-figures/warm-lists.ts';
import { UndoService } from './undo.service.ts';

/**
 * Twice is harmless: `projected_undos` says in the same transaction what is out of the rollups. The second time only
 * queues what is still open, because the first may have died between commit and enqueue.
 */
@HandlesJob(IMPORT_UNDONE)
@Injectable()
export class ImportUndoneHandler implements JobHandler<ImportUndonePayload> {
  constructor(
    private readonly undo: UndoService,
    private readonly detection: OpenDetection,
    private readonly figures: WarmFigures,
    private readonly lists: WarmLists,
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
