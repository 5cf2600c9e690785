import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RevisionListing } from '../../detection/revision/revision-listing.ts';
import { DetectionRunsRepository } from '../../detection/runs/detection-runs.repository.ts';
import { PolicyService } from '../../policy/policy.service.ts';
import { takeLeavingOut } from '../leaving/take-leaving-out.ts';
import { noteAlertsWithoutEntries } from './alerts-without-entries.ts';
import { UndoRepository } from './undo.repository.ts';

export type UndoOutcome =
  | { outcome: 'taken_back' | 'taken_back_before'; runId: number }
  | { outcome: 'not_undone' };

/** Takes undone imports out of the rollups, each once, and opens the run that looks at their members again. */
@Injectable()
export class UndoService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly undo: UndoRepository,
    private readonly runs: DetectionRunsRepository,
    private readonly revision: RevisionListing,
    private readonly policies: PolicyService,
  ) {}

  /** One transaction: either the import is out of all rollups and its run knows whom to look at, or nothing has happened. */
  async takeBack(importId: number): Promise<UndoOutcome> {
    return inTransaction(this.database, async (manager): Promise<UndoOutcome> => {
      if (!(await this.undo.isUndone(manager, importId))) return { outcome: 'not_undone' };
      const policyVersion = await this.policies.currentVersion(manager);
      const isFirst = await this.undo.claim(manager, importId);
      const runId = await this.runs.runOf(manager, { kind: 'undo', importId, policyVersion });
      if (!isFirst) return { outcome: 'taken_back_before', runId };
      await this.undo.prepare(manager, importId);
      await this.revision.listAround(manager, runId, () => takeLeavingOut(manager));
      await noteAlertsWithoutEntries(manager);
      return { outcome: 'taken_back', runId };
    });
  }
}
