import type { ChartPoint, MemberSummary } from '@clearwatch/contracts/dashboard.dto';
import { daysIn, type Period } from '@clearwatch/domain/calendar/period';
import { incomeAndBills } from '@clearwatch/domain/members/income-and-bills';
import { parseCents } from '@clearwatch/domain/money/cents';
import {
  dayOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textArrayOf,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
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

/** A top depositor as far as the ledger tells; the risk level changes with every review and is added later. */
export type TopDepositor = Omit<MemberSummary, 'riskLevel'>;

@Injectable()
export class DepositorsRepository {
  /** Accounts that received most in the period, first the highest total; ties by account number. */
  async receivedMost(
    manager: EntityManager,
    wanted: { period: Period; limit: number },
  ): Promise<TopDepositor[]> {
    const { period, limit } = wanted;
    const rows = await manager.query<Row[]>(
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
              top.credits, top.debits, top.transactions, top.last_day::text AS last_day
         FROM top JOIN ledger.members m USING (account_number)
        ORDER BY top.credits DESC, m.account_number`,
      [period.firstDay, period.lastDay, limit],
    );
    return rows.map((row) => toDepositor(row, daysIn(period)));
  }
}

function toDepositor(row: Row, days: number): TopDepositor {
  const totalCredits = moneyOf(row, 'credits');
  const totalDebits = moneyOf(row, 'debits');
  return {
    id: integerOf(row, 'id'),
    firstName: textOf(row, 'first_name'),
    lastName: textOf(row, 'last_name'),
    company: textOf(row, 'company'),
    accountNumber: textOf(row, 'account_number'),
    accountNumbers: textArrayOf(row, 'account_numbers'),
    ...incomeAndBills({ creditCents: parseCents(totalCredits), debitCents: parseCents(totalDebits), days }),
    transactionCount: integerOf(row, 'transactions'),
    lastActivityDate: nullable(dayOf, row, 'last_day'),
    totalCredits,
    totalDebits,
  };
}

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

/**
 * One walk through the days of all accounts for all periods together. No period is in its WHERE: for one of two years the planner
 * looks each account up in the index, and takes them for a tenth of what they are.
 */
function activeSql(periods: number): string {
  return `
    SELECT ${perPeriod(periods, (_, at) => `count(*) FILTER (WHERE is_active_${at}) AS active_${at}`)}
      FROM (SELECT ${perPeriod(periods, (isIn, at) => `bool_or(${isIn}) AS is_active_${at}`)}
              FROM analytics.account_days WHERE credit_count + debit_count > 0
             GROUP BY account_number) AS accounts`;
}
