import type { Period } from '@clearwatch/domain/calendar/period';
import { integerOf, moneyOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface PeriodTotals {
  credits: string;
  debits: string;
  activeMembers: number;
}

@Injectable()
export class MetricsRepository {
  /** Money in and out of each period, and how many accounts had any of it. */
  async totalsOf(manager: EntityManager, periods: readonly Period[]): Promise<PeriodTotals[]> {
    if (periods.length === 0) return [];
    const days = periods.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay]);
    const [sums = {}] = await manager.query<Row[]>(sumsSql(periods.length), days);
    const [active = {}] = await manager.query<Row[]>(activeSql(periods.length), days);
    return periods.map((_, at) => ({
      credits: moneyOf(sums, `credits_${at}`),
      debits: moneyOf(sums, `debits_${at}`),
      activeMembers: integerOf(active, `active_${at}`),
    }));
  }
}

/** For each of so many periods, whose first and last days are the parameters. */
function forEach(periods: number, sql: (isIn: string, at: number) => string): string {
  return Array.from({ length: periods }, (_, at) =>
    sql(`day BETWEEN $${2 * at + 1}::date AND $${2 * at + 2}::date`, at),
  ).join(', ');
}

function sumsSql(periods: number): string {
  const sums = (isIn: string, at: number) =>
    `coalesce(sum(credits) FILTER (WHERE ${isIn}), 0) AS credits_${at},
     coalesce(sum(debits) FILTER (WHERE ${isIn}), 0) AS debits_${at}`;
  return `SELECT ${forEach(periods, sums)} FROM analytics.ledger_days`;
}

/**
 * One walk through the days of all accounts for all periods together. No period is in its WHERE: for one of two years the planner
 * looks each account up in the index, and takes them for a tenth of what they are.
 */
function activeSql(periods: number): string {
  return `
    SELECT ${forEach(periods, (_, at) => `count(*) FILTER (WHERE is_active_${at}) AS active_${at}`)}
      FROM (SELECT ${forEach(periods, (isIn, at) => `bool_or(${isIn}) AS is_active_${at}`)}
              FROM analytics.account_days WHERE credit_count + debit_count > 0
             GROUP BY account_number) AS accounts`;
}
