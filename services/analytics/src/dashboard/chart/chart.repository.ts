import type { ChartPoint } from '@clearwatch/contracts/dashboard.dto';
import type { Period } from '@clearwatch/domain/calendar/period';
import { dayOf, moneyOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

@Injectable()
export class ChartRepository {
  /** Money in and out per week of a period, by the week's Monday; weeks without entries are missing. */
  async weeksOf(manager: EntityManager, period: Period): Promise<ChartPoint[]> {
    const rows = await manager.query<Row[]>(
      `SELECT date_trunc('week', day)::date::text AS week, sum(credits) AS credits, sum(debits) AS debits
         FROM analytics.ledger_days
        WHERE day BETWEEN $1 AND $2
        GROUP BY 1`,
      [period.firstDay, period.lastDay],
    );
    return rows.map((row) => ({
      week: dayOf(row, 'week'),
      credits: moneyOf(row, 'credits'),
      debits: moneyOf(row, 'debits'),
    }));
  }
}
