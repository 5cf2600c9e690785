import type {
  DetectionPolicyView,
  PolicyBody,
  PolicyVersion,
  SavePolicyRequest,
} from '@clearwatch/contracts/detection-policy.dto';
import type { DetectionPolicy } from '@clearwatch/domain/detection/detector';
import {
  comparePolicies,
  defaultPolicy,
  listRulesUnderPolicy,
  policyInForce,
  readStoredPolicy,
  type StoredPolicy,
  validatePolicy,
} from '@clearwatch/domain/detection/policy-document';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { DetectionPolicyEntity } from './policy.entity.ts';
import { PolicyRepository } from './policy.repository.ts';

/**
 * A policy that somebody wants to try out or save, every number of every rule stated.
 * @throws AppError `bad_request` that names every problem with its rule and parameter
 */
export function candidatePolicy(version: number, body: PolicyBody): DetectionPolicy {
  const { sensitivity, parameters, switchedOff } = body;
  const checked = validatePolicy({ version, sensitivity, parameters, switchedOff: trimReasons(switchedOff) });
  if ('problems' in checked) throw new AppError('bad_request', checked.problems.join(' '));
  return policyInForce(checked.policy, version);
}

function trimReasons(reasons: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(reasons).map(([activityType, reason]) => [
      activityType,
      typeof reason === 'string' ? reason.trim() : reason,
    ]),
  );
}

/** A stored version, as the program that stored it stated it and as this one runs with it. */
interface PolicyVersionInForce extends Omit<DetectionPolicyEntity, 'body'> {
  stated: StoredPolicy;
  policy: DetectionPolicy;
}

/** The institution's detection policy: versioned, never changed in place. */
@Injectable()
export class PolicyService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly policies: PolicyRepository,
  ) {}

  /** An institution that never touched its settings has a policy too: the catalogue's numbers. */
  async onModuleInit(): Promise<void> {
    await this.ensureFirst(this.database.manager);
  }

  async currentVersion(manager: EntityManager): Promise<number> {
    // Workers may take their first job before every module has been initialised.
    await this.ensureFirst(manager);
    return (await this.policies.newest(manager)).version;
  }

  async current(manager: EntityManager): Promise<PolicyVersionInForce> {
    await this.ensureFirst(manager);
    return toPolicyVersionInForce(await this.policies.newest(manager));
  }

  async find(manager: EntityManager, version: number): Promise<PolicyVersionInForce | null> {
    const stored = await this.policies.find(manager, version);
    return stored === null ? null : toPolicyVersionInForce(stored);
  }

  /** @throws Error when the version is not stored, or is not a policy that this program understands */
  async read(manager: EntityManager, version: number): Promise<DetectionPolicy> {
    const found = await this.find(manager, version);
    if (found === null) throw new Error(`detection policy ${version} is not stored`);
    return found.policy;
  }

  async newestFirst(
    manager: EntityManager,
    wanted: { offset: number; limit: number },
  ): Promise<PolicyVersionInForce[]> {
    return (await this.policies.newestFirst(manager, wanted)).map(toPolicyVersionInForce);
  }

  private async ensureFirst(manager: EntityManager): Promise<void> {
    await this.policies.addFirst(manager, {
      body: defaultPolicy(),
      reason: 'Defaults of the detection catalogue',
      createdBy: 'system',
    });
  }
}

function toPolicyVersionInForce({ body, ...stored }: DetectionPolicyEntity): PolicyVersionInForce {
  try {
    const stated = readStoredPolicy(body);
    return { ...stored, stated, policy: policyInForce(stated, stored.version) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(`Detection policy ${stored.version} cannot be used: ${error.message}`, { cause: error });
  }
}

/** @throws AppError `bad_request` when there is none, or it cannot be stored */
export function requireReason(text: string): string {
  const reason = text.trim();
  if (reason === '') throw new AppError('bad_request', 'A reason is needed.');
  // PostgreSQL's text cannot hold it, and no keyboard types it.
  if (reason.includes('\0'))
    throw new AppError('bad_request', 'The reason holds a character that is not text.');
  return reason;
}

function toPolicyView({
  version,
  policy,
  reason,
  createdBy,
  createdAt,
}: PolicyVersionInForce): DetectionPolicyView {
  const { sensitivity } = policy;
  return { version, sensitivity, createdBy, createdAt, reason, rules: listRulesUnderPolicy(policy) };
}

/** Compares what was stated, not what is understood by now: the history does not change with the program. */
function toPolicyVersion(
  { version, reason, createdBy, createdAt, stated }: PolicyVersionInForce,
  before: PolicyVersionInForce | null,
): PolicyVersion {
  const changes = before === null ? [] : comparePolicies(before.stated, stated);
  return { version, createdBy, createdAt, reason, changes };
}

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
    const reason = requireReason(request.reason);
    const version = request.basedOn + 1;
    const policy = candidatePolicy(version, request);
    return inTransaction(this.database, async (manager) => {
      const newest = await this.policies.current(manager);
      if (newest.version !== request.basedOn) throw policyConflict(newest, request.basedOn);
      const changes = comparePolicies(newest.policy, policy);
      if (changes.length === 0)
        throw new AppError('conflict', `Version ${newest.version} already says this. Nothing was saved.`);
      const stored = { version, body: policy, reason, createdBy: actor.username };
      if (!(await this.repository.add(manager, stored)))
        throw policyConflict(await this.policies.current(manager), request.basedOn);
      const detail = { changes: changes.length, replaces: newest.version };
      const subject = { type: 'policy', id: version } as const;
      await this.trail.record(actor, { action: 'policy.saved', subject, detail }, manager);
      return toPolicyView(await this.policies.current(manager));
    });
  }
}

function policyConflict({ version, createdBy, createdAt }: PolicyVersionInForce, basedOn: number): AppError {
  return new AppError(
    'conflict',
    `These changes start from version ${basedOn}, but ${createdBy} saved version ${version} at ${createdAt}. ` +
      'Nothing was saved.',
  );
}
