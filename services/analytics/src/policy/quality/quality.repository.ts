import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { falsePositiveRate } from '@clearwatch/domain/detection/review-outcomes';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

@Injectable()
export class QualityRepository {
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
