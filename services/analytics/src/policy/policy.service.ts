import type {
  DetectionPolicyView,
  PolicyBody,
  PolicyVersion,
  RuleQuality,
  SavePolicyRequest,
} from '@clearwatch/contracts/detection-policy.dto';
import { formatUtcMinute } from '@clearwatch/domain/calendar/day';
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
import { falsePositiveRate } from '@clearwatch/domain/detection/review-outcomes';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { insertOrIgnore, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { MAX_INTEGER, type Paged, type PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { trimmedText } from '../analytics-http.ts';
import { DetectionPolicyEntity } from './policy.entity.ts';

/** Adds default parameters. @throws AppError `bad_request`, which lists every problem with its rule and parameter */
export function candidatePolicy(version: number, { sensitivity, parameters, ...body }: PolicyBody) {
  const reasons: [string, unknown][] = Object.entries(body.switchedOff);
  const switchedOff = Object.fromEntries(
    reasons.map(([type, reason]) => [type, typeof reason === 'string' ? reason.trim() : reason]),
  );
  const checked = validatePolicy({ version, sensitivity, parameters, switchedOff });
  if ('problems' in checked) throw new AppError('bad_request', checked.problems.join(' '));
  return policyInForce(checked.policy, version);
}

/** `stored` is the policy as saved, possibly by an earlier version. `policy` is the one in effect. */
interface PolicyVersionInForce extends Omit<DetectionPolicyEntity, 'body'> {
  stored: StoredPolicy;
  policy: DetectionPolicy;
}

const QUALITY = new RowReader({
  text: ['activityType'],
  integer: ['policyVersion', 'alerts', 'open', 'falsePositive', 'explained', 'suspicious', 'escalated', 'unstated'],
});

/** The institution's detection policy. Versions are added but never changed. */
@Injectable()
export class PolicyService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.addDefault(this.database.manager);
  }

  async currentVersion(manager: EntityManager): Promise<number> {
    return (await this.newest(manager)).version;
  }

  async current(manager: EntityManager): Promise<PolicyVersionInForce> {
    return toPolicyVersionInForce(await this.newest(manager));
  }

  /** Also null for a number that exceeds the column's range. */
  async find(manager: EntityManager, version: number): Promise<PolicyVersionInForce | null> {
    if (version > MAX_INTEGER) return null;
    const row = await manager.findOneBy(DetectionPolicyEntity, { version });
    return row && toPolicyVersionInForce(row);
  }

  async read(manager: EntityManager, version: number): Promise<DetectionPolicy> {
    const found = await this.find(manager, version);
    if (found === null) throw new Error(`detection policy ${version} is not stored`);
    return found.policy;
  }

  async inForce(): Promise<DetectionPolicyView> {
    return toPolicyView(await this.current(this.database.manager));
  }

  async view(version: number): Promise<DetectionPolicyView> {
    const found = await this.find(this.database.manager, version);
    if (found === null) throw new AppError('not_found', `The policy has no version ${version}.`);
    return toPolicyView(found);
  }

  async list(query: PageQuery): Promise<Paged<PolicyVersion>> {
    const { manager } = this.database;
    const { offset, limit } = pageOf(query);
    // Reads one more version than the page needs, to compare the last version on the page with.
    const page = { order: { version: 'DESC' }, skip: offset, take: limit + 1 } as const;
    const [rows, total] = await manager.findAndCount(DetectionPolicyEntity, page);
    const found = rows.map(toPolicyVersionInForce);
    const items = found.slice(0, limit).map(({ stored, version, reason, createdBy, createdAt }, at) => {
      const before = found[at + 1];
      // Compares the stored policies, so that a new version of Clearwatch does not change the history.
      const changes = before === undefined ? [] : comparePolicies(before.stored, stored);
      return { version, reason, createdBy, createdAt, changes };
    });
    return { items, total };
  }

  async save(actor: Actor, request: SavePolicyRequest): Promise<DetectionPolicyView> {
    const reason = requireReason(request.reason);
    const version = request.basedOn + 1;
    const policy = candidatePolicy(version, request);
    return inTransaction(this.database, async (manager) => {
      const newest = await this.current(manager);
      if (newest.version !== request.basedOn) throw policyConflict(newest, request.basedOn);
      const changes = comparePolicies(newest.policy, policy);
      if (changes.length === 0)
        throw new AppError('conflict', `The policy does not differ from version ${newest.version}. Nothing was saved.`);
      const row = { version, body: policy, reason, createdBy: actor.username };
      if (!(await insertOrIgnore(manager, DetectionPolicyEntity, row)))
        throw policyConflict(await this.current(manager), request.basedOn);
      const detail = { changes: changes.length, replaces: newest.version };
      const subject = { type: 'policy', id: version } as const;
      await this.trail.record(actor, { action: 'policy.saved', subject, detail }, manager);
      return toPolicyView(await this.current(manager));
    });
  }

  async ruleQuality(): Promise<RuleQuality[]> {
    const rows = await QUALITY.all(
      this.database,
      `SELECT activity_type, policy_version, count(*) AS alerts,
              count(*) FILTER (WHERE NOT reviewed) AS open,
              count(*) FILTER (WHERE review_outcome = 'false_positive') AS false_positive,
              count(*) FILTER (WHERE review_outcome = 'explained') AS explained,
              count(*) FILTER (WHERE review_outcome = 'suspicious') AS suspicious,
              count(*) FILTER (WHERE review_outcome = 'escalated') AS escalated,
              count(*) FILTER (WHERE reviewed AND review_outcome IS NULL) AS unstated
         FROM analytics.counted_alerts
        GROUP BY activity_type, policy_version
        ORDER BY activity_type, policy_version DESC`,
    );
    return rows.map((row) => ({ ...row, falsePositiveRate: falsePositiveRate(row) }));
  }

  private async newest(manager: EntityManager): Promise<DetectionPolicyEntity> {
    // Workers may start their first job before all modules are initialized.
    await this.addDefault(manager);
    return manager.findOneOrFail(DetectionPolicyEntity, { where: {}, order: { version: 'DESC' } });
  }

  /** Version 1 contains the default values. If several processes start at the same time, only one of them stores it. */
  private async addDefault(manager: EntityManager): Promise<void> {
    if (await manager.exists(DetectionPolicyEntity)) return;
    const reason = 'Default values';
    const policy = { version: 1, body: defaultPolicy(), reason, createdBy: 'system' };
    await insertOrIgnore(manager, DetectionPolicyEntity, policy);
  }
}

function toPolicyVersionInForce({ body, ...row }: DetectionPolicyEntity): PolicyVersionInForce {
  try {
    const stored = readStoredPolicy(body);
    return { ...row, stored, policy: policyInForce(stored, row.version) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(`Detection policy ${row.version} cannot be used: ${error.message}`, { cause: error });
  }
}

export function requireReason(text: string): string {
  const reason = trimmedText('reason', text);
  if (reason === null) throw new AppError('bad_request', 'Enter a reason.');
  return reason;
}

function toPolicyView(found: PolicyVersionInForce): DetectionPolicyView {
  const { policy, version, reason, createdBy, createdAt } = found;
  const { sensitivity } = policy;
  return { version, sensitivity, reason, createdBy, createdAt, rules: listRulesUnderPolicy(policy) };
}

function policyConflict({ version, createdBy, createdAt }: PolicyVersionInForce, basedOn: number): AppError {
  return new AppError(
    'conflict',
    `Your changes are based on version ${basedOn}, but ${createdBy} saved version ${version} on ${formatUtcMinute(createdAt)}. ` +
      'Nothing was saved. Reload and apply your changes again.',
  );
}
