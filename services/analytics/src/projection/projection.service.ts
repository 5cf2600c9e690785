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
  markAlertsWithoutEntries,
  ProjectionPurgeRepository,
  ProjectionUndoRepository,
  removeFromRollups,
  unmarkAlertsWithEntries,
} from './projection-removal.repository.ts';

export type ProjectionOutcome =
  | { outcome: 'projected' | 'already_projected'; runId: number }
  | { outcome: 'not_stored' };

/** Adds imports to the rollups, each once, and opens the detection run that each of them calls for. */
@Injectable()
export class ProjectionService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly projection: ProjectionRepository,
    private readonly runs: DetectionRunsRepository,
    private readonly policies: PolicyService,
  ) {}

  /** One transaction: either the import is in all rollups and has its run, or nothing has happened. */
  async project(importId: number): Promise<ProjectionOutcome> {
    return inTransaction(this.database, async (manager): Promise<ProjectionOutcome> => {
      if (!(await this.projection.isStored(manager, importId))) return { outcome: 'not_stored' };
      const policyVersion = await this.policies.currentVersion(manager);
      if (!(await this.projection.claim(manager, importId))) {
        const runId = await this.runs.runOf(manager, { kind: 'import', importId, policyVersion });
        return { outcome: 'already_projected', runId };
      }
      await this.projection.addToRollups(manager, importId);
      await unmarkAlertsWithEntries(manager);
      return {
        outcome: 'projected',
        runId: await this.runs.runOf(manager, { kind: 'import', importId, policyVersion }),
      };
    });
  }
}

/**
 * Takes purged entries out of the rollups, each purge once. Nobody is looked at again: what the purge leaves behind, alerts
 * included, has been judged with those entries, and their age is no reason to judge it differently.
 */
@Injectable()
export class ProjectionPurgeService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly purges: ProjectionPurgeRepository,
  ) {}

  /** @returns false when the rollups were without it before */
  async takeOut(purgeId: number): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      if (!(await this.purges.claim(manager, purgeId))) return false;
      await this.purges.prepare(manager, purgeId);
      await removeFromRollups(manager);
      await refreshCompanyStatus(manager, 'changed');
      return true;
    });
  }
}

export type UndoOutcome =
  | { outcome: 'taken_back' | 'taken_back_before'; runId: number }
  | { outcome: 'not_undone' };

/** Takes undone imports out of the rollups, each once, and opens the run that looks at their members again. */
@Injectable()
export class ProjectionUndoService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly undo: ProjectionUndoRepository,
    private readonly runs: DetectionRunsRepository,
    private readonly planning: ShardPlanningService,
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
      await this.planning.listAfterRemoval(manager, runId, () => removeFromRollups(manager));
      await markAlertsWithoutEntries(manager);
      return { outcome: 'taken_back', runId };
    });
  }
}
