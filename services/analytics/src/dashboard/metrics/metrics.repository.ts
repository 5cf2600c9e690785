import type { Period } from '@clearwatch/domain/metrics/period';
import { integerOf, moneyOf, type Row } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface PeriodTotals {
  credits: string;
  debits: string;
  activeMembers: number;
}

@Injectable()
export class MetricsRepository {
  /** Money in and out of a period, and how many accounts had any of it. */
  async totalsOf(manager: EntityManager, period: Period): Promise<PeriodTotals> {
    const [row] = await manager.query<Row[]>(
      `SELECT coalesce(sum(credits), 0) AS credits,
              coalesce(sum(debits), 0)  AS debits,
              (SELECT count(*) FROM (
                 SELECT DISTINCT account_number FROM analytics.account_days
                  WHERE day BETWEEN $1 AND $2 AND credit_count + debit_count > 0) AS active) AS active_members
         FROM analytics.ledger_days
        WHERE day BETWEEN $1 AND $2`,
      [period.firstDay, period.lastDay],
    );
    if (row === undefined) throw new Error('an aggregate without GROUP BY has one row');
    return {
      credits: moneyOf(row, 'credits'),
      debits: moneyOf(row, 'debits'),
      activeMembers: integerOf(row, 'active_members'),
    };
  }
}
