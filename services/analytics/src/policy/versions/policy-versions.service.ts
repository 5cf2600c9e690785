import type {
  DetectionPolicyView,
  PolicyVersion,
  SavePolicyRequest,
} from '@clearwatch/contracts/detection-policy.dto';
import { comparePolicies } from '@clearwatch/domain/detection/policy-document';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { candidatePolicy } from '../candidate-policy.ts';
import { PolicyRepository } from '../policy.repository.ts';
import { type PolicyInVersion, PolicyService } from '../policy.service.ts';
import { reasonOf } from '../reason-of.ts';
import { toPolicyVersion, toPolicyView } from './to-policy-view.ts';

@Injectable()
export class PolicyVersionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly policies: PolicyService,
    private readonly repository: PolicyRepository,
    private readonly trail: AuditTrail,
  ) {}

  async inForce(): Promise<DetectionPolicyView> {
    return toPolicyView(await this.policies.current(this.database.manager));
  }

  /** @throws AppError `not_found` */
  async view(version: number): Promise<DetectionPolicyView> {
    const found = await this.policies.find(this.database.manager, version);
    if (found === null) throw new AppError('not_found', `There is no version ${version} of the policy.`);
    return toPolicyView(found);
  }

  /** Newest first, each with what it changed. */
  async list(query: PageQuery): Promise<{ versions: PolicyVersion[]; total: number }> {
    const { manager } = this.database;
    const { offset, limit } = pageOf(query);
    // One more than the page shows: the last of it is compared with that.
    const [total, found] = await Promise.all([
      this.repository.count(manager),
      this.policies.newestFirst(manager, { offset, limit: limit + 1 }),
    ]);
    const versions = found
      .slice(0, limit)
      .map((stored, at) => toPolicyVersion(stored, found[at + 1] ?? null));
    return { versions, total };
  }

  /**
   * Stores another version. It holds for analyses that begin from now on; those under way keep theirs, and alerts keep
   * what they were raised with.
   * @throws AppError `bad_request` naming every problem; `conflict` when nothing would change, or when somebody has saved
   *   since the version that the admin has seen: of two at once one wins
   */
  async save(actor: Actor, request: SavePolicyRequest): Promise<DetectionPolicyView> {
    const reason = reasonOf(request.reason);
    const version = request.basedOn + 1;
    const policy = candidatePolicy(version, request);
    return inTransaction(this.database, async (manager) => {
      const newest = await this.policies.current(manager);
      if (newest.version !== request.basedOn) throw savedMeanwhile(newest, request.basedOn);
      const changes = comparePolicies(newest.policy, policy);
      if (changes.length === 0)
        throw new AppError('conflict', `Version ${newest.version} already says this. Nothing was saved.`);
      const stored = { version, body: policy, reason, createdBy: actor.username };
      if (!(await this.repository.add(manager, stored)))
        throw savedMeanwhile(await this.policies.current(manager), request.basedOn);
      const detail = { changes: changes.length, replaces: newest.version };
      const subject = { type: 'policy', id: version } as const;
      await this.trail.record(actor, { action: 'policy.saved', subject, detail }, manager);
      return toPolicyView(await this.policies.current(manager));
    });
  }
}

function savedMeanwhile({ version, createdBy, createdAt }: PolicyInVersion, basedOn: number): AppError {
  return new AppError(
    'conflict',
    `These changes start from version ${basedOn}, but ${createdBy} saved version ${version} at ${createdAt}. ` +
      'Nothing was saved.',
  );
}
