import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { booleanOf, enumOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** How many alerts are of one type, risk and state. */
export interface AlertGroup {
  activityType: string;
  riskLevel: RiskLevel;
  reviewed: boolean;
  alerts: number;
}

@Injectable()
export class AlertCountsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** One pass over the index `unusual_activities_counted`; at most a hundred groups. */
  async groups(): Promise<AlertGroup[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT activity_type, risk_level, reviewed, count(*) AS alerts
         FROM analytics.counted_alerts GROUP BY activity_type, risk_level, reviewed`,
    );
    return rows.map((row) => ({
      activityType: textOf(row, 'activity_type'),
      riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
      reviewed: booleanOf(row, 'reviewed'),
      alerts: integerOf(row, 'alerts'),
    }));
  }

  /** Entries by the daily rollups, and accounts as the list of members has counted them last. */
  async ledger(): Promise<{ transactions: number; accounts: number }> {
    const [row = {}] = await this.database.query<Row[]>(
      `SELECT (SELECT coalesce(sum(entries), 0) FROM analytics.ledger_days) AS transactions,
              coalesce((SELECT members FROM analytics.list_state), 0) AS accounts`,
    );
    return { transactions: integerOf(row, 'transactions'), accounts: integerOf(row, 'accounts') };
  }
}
