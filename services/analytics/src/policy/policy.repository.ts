import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { falsePositiveRate } from '@clearwatch/domain/detection/review-outcomes';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { MAX_INTEGER, type Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { DetectionPolicyEntity } from './policy.entity.ts';

type NewPolicy = Pick<DetectionPolicyEntity, 'body' | 'reason' | 'createdBy'>;

@Injectable()
export class PolicyRepository {
  /** Stores version 1 unless there is a policy already; two processes that start at once store one. */
  async addFirst(manager: EntityManager, policy: NewPolicy): Promise<void> {
    if (!(await manager.exists(DetectionPolicyEntity))) await this.add(manager, { version: 1, ...policy });
  }

  /** False when another request has stored that version: of two at once one waits for the other and then loses. */
  async add(manager: EntityManager, stored: NewPolicy & { version: number }): Promise<boolean> {
    const { raw } = await manager
      .createQueryBuilder()
      .insert()
      .into(DetectionPolicyEntity)
      .values(stored)
      .orIgnore()
      .returning('version')
      .updateEntity(false)
      .execute();
    return raw.length === 1;
  }

  async newest(manager: EntityManager): Promise<DetectionPolicyEntity> {
    const [newest] = await this.newestFirst(manager, { offset: 0, limit: 1 });
    if (newest === undefined) throw new Error('no detection policy is stored');
    return newest;
  }

  newestFirst(manager: EntityManager, { offset, limit }: Page): Promise<DetectionPolicyEntity[]> {
    return manager.find(DetectionPolicyEntity, { order: { version: 'DESC' }, skip: offset, take: limit });
  }

  count(manager: EntityManager): Promise<number> {
    return manager.count(DetectionPolicyEntity);
  }

  /** Null also for a number that no column can hold. */
  async find(manager: EntityManager, version: number): Promise<DetectionPolicyEntity | null> {
    return version > MAX_INTEGER ? null : manager.findOneBy(DetectionPolicyEntity, { version });
  }
}

@Injectable()
export class RuleQualityRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** How the alerts of each rule under each policy version were decided; pairs without alerts are left out. */
  async ofRulesAndVersions(): Promise<RuleQuality[]> {
    const rows = await this.database.query<Row[]>(
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
    return rows.map(toRuleQuality);
  }
}

function toRuleQuality(row: Row): RuleQuality {
  const decided = {
    falsePositive: integerOf(row, 'false_positive'),
    explained: integerOf(row, 'explained'),
    suspicious: integerOf(row, 'suspicious'),
    escalated: integerOf(row, 'escalated'),
  };
  return {
    activityType: textOf(row, 'activity_type'),
    policyVersion: integerOf(row, 'policy_version'),
    alerts: integerOf(row, 'alerts'),
    open: integerOf(row, 'open'),
    ...decided,
    unstated: integerOf(row, 'unstated'),
    falsePositiveRate: falsePositiveRate(decided),
  };
}
