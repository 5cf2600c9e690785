import { hasRows } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { refreshCompanyStatus } from '../detection/company-status.service.ts';
import { DetectionRunsRepository } from '../detection/detection-runs.repository.ts';
import { ShardPlanningService } from '../detection/shard-planning.service.ts';
import { PolicyService } from '../policy/policy.service.ts';
import { ProjectionRepository } from './projection.repository.ts';
import {
  claimRemoval,
  markAlertsWithoutEntries,
  prepareRemoval,
  removeFromRollups,
  unmarkAlertsWithEntries,
} from './projection-removal.repository.ts';

export type ProjectionOutcome =
  | { outcome: 'projected' | 'already_projected'; runId: number }
  | { outcome: 'not_stored' };
type UndoOutcome = { outcome: 'taken_back' | 'taken_back_before'; runId: number } | { outcome: 'not_undone' };

/** Ingest sets the state in the transaction that stores or removes the rows. */
const HAS_STATE_SQL = 'SELECT FROM ledger.imports WHERE id = $1 AND state = $2';

/** Adds imports to the rollups and takes undone imports and purges out of them, each once. */
@Injectable()
export class ProjectionService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly projection: ProjectionRepository,
    private readonly runs: DetectionRunsRepository,
    private readonly planning: ShardPlanningService,
    private readonly policies: PolicyService,
  ) {}

  /** With a detection run. */
  async project(importId: number): Promise<ProjectionOutcome> {
    return inTransaction(this.database, async (manager): Promise<ProjectionOutcome> => {
      if (!(await hasRows(manager, HAS_STATE_SQL, [importId, 'stored']))) return { outcome: 'not_stored' };
      const policyVersion = await this.policies.currentVersion(manager);
      const isFirst = await this.projection.claim(manager, importId);
      if (isFirst) {
        await this.projection.addToRollups(manager, importId);
        await unmarkAlertsWithEntries(manager);
      }
      const runId = await this.runs.runOf(manager, { kind: 'import', importId, policyVersion });
      return { outcome: isFirst ? 'projected' : 'already_projected', runId };
    });
  }

  /**
   * No run follows a purge: what remains was judged with those entries, and their age does not change that.
   * @returns false when the rollups were without it before, or there is no such purge
   */
  async takeOut(purgeId: number): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      if (!(await hasRows(manager, 'SELECT FROM ledger.purges WHERE id = $1', [purgeId]))) return false;
      if (!(await claimRemoval(manager, 'purge', purgeId))) return false;
      await prepareRemoval(manager, 'purge', purgeId);
      await manager.query(
        `UPDATE analytics.ledger_state
            SET purged_before = greatest(purged_before, (SELECT older_than FROM ledger.purges WHERE id = $1))`,
        [purgeId],
      );
      await removeFromRollups(manager);
      await refreshCompanyStatus(manager, 'changed');
      return true;
    });
  }

  /** With a run over the affected members. */
  async takeBack(importId: number): Promise<UndoOutcome> {
    return inTransaction(this.database, async (manager): Promise<UndoOutcome> => {
      if (!(await hasRows(manager, HAS_STATE_SQL, [importId, 'undone']))) return { outcome: 'not_undone' };
      const policyVersion = await this.policies.currentVersion(manager);
      const isFirst = await claimRemoval(manager, 'undo', importId);
      const runId = await this.runs.runOf(manager, { kind: 'undo', importId, policyVersion });
      if (!isFirst) return { outcome: 'taken_back_before', runId };
      await prepareRemoval(manager, 'undo', importId);
      await this.planning.listAfterRemoval(manager, runId, () => removeFromRollups(manager));
      await markAlertsWithoutEntries(manager);
      return { outcome: 'taken_back', runId };
    });
  }
}
