import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { falsePositiveRate } from '@clearwatch/domain/detection/review-outcomes';
import { instantOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** A version as it was stored; its body may be of another version of the program. */
export interface StoredPolicyVersion {
  version: number;
  body: unknown;
  reason: string;
  createdBy: string;
  createdAt: string;
}

const POLICY_COLUMNS = 'version, body, reason, created_by, created_at';

@Injectable()
export class PolicyRepository {
  /** Stores version 1 unless there is a policy already; two processes that start at once store one. */
  async addFirst(
    manager: EntityManager,
    policy: { body: object; reason: string; createdBy: string },
  ): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.detection_policies (version, body, reason, created_by)
       SELECT 1, $1, $2, $3 WHERE NOT EXISTS (SELECT FROM analytics.detection_policies)
       ON CONFLICT (version) DO NOTHING`,
      [JSON.stringify(policy.body), policy.reason, policy.createdBy],
    );
  }

  /** False when somebody else has stored that version: of two at once one waits for the other and then loses. */
  async add(manager: EntityManager, stored: Omit<StoredPolicyVersion, 'createdAt'>): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `INSERT INTO analytics.detection_policies (version, body, reason, created_by) VALUES ($1, $2, $3, $4)
       ON CONFLICT (version) DO NOTHING RETURNING version`,
      [stored.version, JSON.stringify(stored.body), stored.reason, stored.createdBy],
    );
    return rows.length === 1;
  }

  async newest(manager: EntityManager): Promise<StoredPolicyVersion> {
    const [newest] = await this.newestFirst(manager, { offset: 0, limit: 1 });
    if (newest === undefined) throw new Error('no detection policy is stored');
    return newest;
  }

  async newestFirst(
    manager: EntityManager,
    wanted: { offset: number; limit: number },
  ): Promise<StoredPolicyVersion[]> {
    const rows = await manager.query<Row[]>(
      `SELECT ${POLICY_COLUMNS} FROM analytics.detection_policies ORDER BY version DESC OFFSET $1 LIMIT $2`,
      [wanted.offset, wanted.limit],
    );
    return rows.map(toStoredPolicyVersion);
  }

  async count(manager: EntityManager): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      'SELECT count(*) AS versions FROM analytics.detection_policies',
    );
    return integerOf(row, 'versions');
  }

  async find(manager: EntityManager, version: number): Promise<StoredPolicyVersion | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${POLICY_COLUMNS} FROM analytics.detection_policies WHERE version = $1::bigint`,
      [version],
    );
    return row === undefined ? null : toStoredPolicyVersion(row);
  }
}

function toStoredPolicyVersion(row: Row): StoredPolicyVersion {
  return {
    version: integerOf(row, 'version'),
    body: row['body'],
    reason: textOf(row, 'reason'),
    createdBy: textOf(row, 'created_by'),
    createdAt: instantOf(row, 'created_at'),
  };
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
