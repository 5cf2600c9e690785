import { REVIEW_OUTCOMES } from '@clearwatch/contracts/fraud/review-outcome';
import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import { memberRiskLevel, type RiskyAlert } from '@clearwatch/domain/members/member-risk-level';
import { booleanOf, dayOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { oneOf } from '../one-of.ts';

@Injectable()
export class MemberRiskService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Risk level of each account that has any alert; accounts without one are low. */
  async levelsOf(accountNumbers: readonly string[], asOf: string): Promise<Map<string, RiskLevel>> {
    const rows = await this.database.query<Row[]>(
      `SELECT account_number, activity_type, risk_level, activity_date::text, reviewed, review_outcome
         FROM analytics.unusual_activities
        WHERE account_number = ANY($1) AND risk_level <> 'low'`,
      [accountNumbers],
    );
    const byAccount = Map.groupBy(rows, (row) => textOf(row, 'account_number'));
    return new Map(
      [...byAccount].map(([account, alerts]) => [account, memberRiskLevel(alerts.map(toRiskyAlert), asOf)]),
    );
  }
}

function toRiskyAlert(row: Row): RiskyAlert {
  return {
    activityType: textOf(row, 'activity_type'),
    riskLevel: oneOf(RISK_LEVELS, row, 'risk_level'),
    activityDate: dayOf(row, 'activity_date'),
    reviewed: booleanOf(row, 'reviewed'),
    reviewOutcome: nullable((r, c) => oneOf(REVIEW_OUTCOMES, r, c), row, 'review_outcome'),
  };
}
