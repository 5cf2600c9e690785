import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { falsePositiveRate } from '@clearwatch/domain/detection/review-outcomes';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RowReader } from '../query-rows.ts';

const QUALITY = new RowReader({
  text: ['activityType'],
  integer: [
    'policyVersion',
    'alerts',
    'open',
    'falsePositive',
    'explained',
    'suspicious',
    'escalated',
    'unstated',
  ],
});

@Injectable()
export class RuleQualityRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Decisions on the alerts of each rule and policy version; pairs without alerts are left out. */
  async ofRulesAndVersions(): Promise<RuleQuality[]> {
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
}
