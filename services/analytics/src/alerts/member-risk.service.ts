import { REVIEW_OUTCOMES, RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { type MemberAlertRisk, memberRiskLevel } from '@clearwatch/domain/members/member-bands';
import {
  booleanOf,
  dayOf,
  enumOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** What of an alert counts towards its member's risk. */
export function toRiskyAlert(row: Row): MemberAlertRisk {
  return {
    activityType: textOf(row, 'activity_type'),
    riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
    activityDate: dayOf(row, 'activity_date'),
    reviewed: booleanOf(row, 'reviewed'),
    reviewOutcome: nullable((r, c) => enumOf(REVIEW_OUTCOMES, r, c), row, 'review_outcome'),
  };
}

@Injectable()
export class MemberRiskService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Risk level of each account that has any alert; accounts without one are low. */
  async levelsOf(accountNumbers: readonly string[], asOf: string): Promise<Map<string, RiskLevel>> {
    const rows = await this.database.query<Row[]>(
      `SELECT account_number, activity_type, risk_level, activity_date::text, reviewed, review_outcome
         FROM analytics.counted_alerts
        WHERE account_number = ANY($1) AND risk_level <> 'low'`,
      [accountNumbers],
    );
    const byAccount = Map.groupBy(rows, (row) => textOf(row, 'account_number'));
    return new Map(
      [...byAccount].map(([account, alerts]) => [account, memberRiskLevel(alerts.map(toRiskyAlert), asOf)]),
    );
  }
}
