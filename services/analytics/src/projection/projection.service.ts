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

/** Ingest sets this state in the transaction that stores or removes the rows. */
const HAS_STATE_SQL = 'SELECT FROM ledger.imports WHERE id = $1 AND state = $2';

/** Adds imports to the rollups and removes undone imports and purged entries from them, each only once. */
@Injectable()
export class ProjectionService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly projection: ProjectionRepository,
    private readonly runs: DetectionRunsRepository,
    private readonly planning: ShardPlanningService,
    private readonly policies: PolicyService,
  ) {}

  /** Also starts a detection run. */
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
   * A purge starts no run: the remaining entries were already analyzed together with the purged ones, and their age
   * does not affect the result. @returns false if the purge was already removed from the rollups or does not exist
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

  /** Also starts a run over the affected members. */
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
