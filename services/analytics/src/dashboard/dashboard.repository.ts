import type { MemberSummary } from '@clearwatch/contracts/dashboard.dto';
import { daysIn, type Period } from '@clearwatch/domain/calendar/period';
import { incomeAndBills } from '@clearwatch/domain/members/income-and-bills';
import { parseCents } from '@clearwatch/domain/money/cents';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import { integerOf, moneyOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

const WEEK = new RowReader({ day: ['week'], money: ['credits', 'debits'] });
const DEPOSITOR = new RowReader({
  integer: ['id', 'transactionCount'],
  text: ['firstName', 'lastName', 'company', 'accountNumber'],
  texts: ['accountNumbers'],
  'day?': ['lastActivityDate'],
  money: ['totalCredits', 'totalDebits'],
});

/** Excludes the risk level, which can change with every review. */
export type TopDepositor = Omit<MemberSummary, 'riskLevel'>;

export interface PeriodTotals {
  credits: string;
  debits: string;
  activeMembers: number;
}

@Injectable()
export class DashboardRepository {
  weeksOf(manager: EntityManager, { firstDay, lastDay }: Period) {
    return WEEK.all(
      manager,
      `SELECT date_trunc('week', day)::date::text AS week, sum(credits) AS credits, sum(debits) AS debits
         FROM analytics.ledger_days WHERE day BETWEEN $1 AND $2 GROUP BY 1`,
      [firstDay, lastDay],
    );
  }

  async topDepositors(manager: EntityManager, { period, limit }: { period: Period; limit: number }) {
    const rows = await DEPOSITOR.all(
      manager,
      `WITH top AS (
         SELECT account_number, sum(credits) AS credits, sum(debits) AS debits,
                sum(credit_count + debit_count) AS transactions,
                max(day) FILTER (WHERE credit_count + debit_count > 0) AS last_day
           FROM analytics.account_days
          WHERE day BETWEEN $1 AND $2
          GROUP BY account_number
         HAVING sum(credits) > 0
          ORDER BY sum(credits) DESC, account_number
          LIMIT $3)
       SELECT m.id, m.first_name, m.last_name, m.company, m.account_number, m.account_numbers,
              top.credits AS total_credits, top.debits AS total_debits, top.transactions AS transaction_count,
              top.last_day::text AS last_activity_date
         FROM top JOIN ledger.members m USING (account_number)
        ORDER BY top.credits DESC, m.account_number`,
      [period.firstDay, period.lastDay, limit],
    );
    const days = daysIn(period);
    return rows.map((row) => {
      const [creditCents, debitCents] = [parseCents(row.totalCredits), parseCents(row.totalDebits)];
      return { ...row, ...incomeAndBills({ creditCents, debitCents, days }) };
    });
  }

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

/** Columns for each of the `periods` periods. Their first and last days are the parameters. */
function perPeriod(periods: number, sql: (isIn: string, at: number) => string): string {
  return Array.from({ length: periods }, (_, at) =>
    sql(`day BETWEEN $${2 * at + 1}::date AND $${2 * at + 2}::date`, at),
  ).join(', ');
}

function sumsSql(periods: number): string {
  const sums = (isIn: string, at: number) =>
    `coalesce(sum(credits) FILTER (WHERE ${isIn}), 0) AS credits_${at},
     coalesce(sum(debits) FILTER (WHERE ${isIn}), 0) AS debits_${at}`;
  return `SELECT ${perPeriod(periods, sums)} FROM analytics.ledger_days`;
}

/** Periods are not in WHERE, because the planner would underestimate their rows tenfold and look up each account. */
function activeSql(periods: number): string {
  return `
    SELECT ${perPeriod(periods, (_, at) => `count(*) FILTER (WHERE is_active_${at}) AS active_${at}`)}
      FROM (SELECT ${perPeriod(periods, (isIn, at) => `bool_or(${isIn}) AS is_active_${at}`)}
              FROM analytics.account_days WHERE credit_count + debit_count > 0
             GROUP BY account_number) AS accounts`;
}
