import type { PolicyBacktest, PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import { comparePolicies } from '@clearwatch/domain/detection/policy-document';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OpenDetection } from '../../detection/runs/open-detection.ts';
import { candidatePolicy } from '../candidate-policy.ts';
import { PolicyService } from '../policy.service.ts';
import { TryoutResults } from './tryout-results.repository.ts';
import { TryoutsRepository } from './tryouts.repository.ts';

/** Tries a policy on the institution's whole history. Nothing is saved, and no alert is raised or changed. */
@Injectable()
export class TryoutsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly policies: PolicyService,
    private readonly tryouts: TryoutsRepository,
    private readonly results: TryoutResults,
    private readonly trail: AuditTrail,
    private readonly open: OpenDetection,
  ) {}

  /**
   * Begins a try-out. The same user's earlier one is dropped, finished or not: he looks at the newest.
   * @throws AppError `bad_request` naming every problem of the policy; `unavailable` when the queue does not answer: it
   *   then begins later
   */
  async start(actor: Actor, body: PolicyBody): Promise<PolicyBacktest> {
    const begun = await inTransaction(this.database, async (manager) => {
      const inForce = await this.policies.current(manager);
      const candidate = candidatePolicy(inForce.version, body);
      await this.tryouts.dropThoseOf(manager, actor);
      await this.tryouts.dropOld(manager);
      const runId = await this.tryouts.add(manager, { actor, candidate });
      const detail = { tryOut: runId, changes: comparePolicies(inForce.policy, candidate).length };
      const subject = { type: 'policy', id: inForce.version } as const;
      await this.trail.record(actor, { action: 'policy.tried_out', subject, detail }, manager);
      return { id: runId, comparedWith: inForce.version };
    });
    await this.open.enqueueOpenWork(begun.id);
    return { ...begun, state: 'queued', shardsDone: 0, shards: 0, rows: [], alerts: [] };
  }

  /** @throws AppError `not_found` also when it was dropped or is older than a day */
  async view(id: number): Promise<PolicyBacktest> {
    const { manager } = this.database;
    const found = await this.tryouts.find(manager, id);
    if (found === null)
      throw new AppError('not_found', 'There is no such try-out, or it is not kept any longer.');
    if (found.state !== 'finished') return { ...found, rows: [], alerts: [] };
    const [rows, alerts] = await Promise.all([
      this.results.rows(manager, id),
      this.results.examples(manager, id),
    ]);
    return { ...found, rows, alerts };
  }
}
