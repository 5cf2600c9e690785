import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DetectionRunsRepository } from '../detection/runs/detection-runs.repository.ts';
import { PolicyService } from '../policy/policy.service.ts';
import { ProjectionRepository } from './projection.repository.ts';
import { noteAlertsWithEntriesAgain } from './undo/alerts-without-entries.ts';

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
      await noteAlertsWithEntriesAgain(manager);
      return {
        outcome: 'projected',
        runId: await this.runs.runOf(manager, { kind: 'import', importId, policyVersion }),
      };
    });
  }
}
