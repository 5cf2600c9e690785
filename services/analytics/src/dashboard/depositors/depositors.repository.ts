import type { MemberSummary } from '@clearwatch/contracts/dashboard.dto';
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

/** A top depositor as far as the ledger tells; the risk level changes with every review and is added later. */
export type Depositor = Omit<MemberSummary, 'riskLevel'>;

@Injectable()
export class DepositorsRepository {
  /** Accounts that received most in the period, first the highest total; ties by account number. */
  async receivedMost(
    manager: EntityManager,
    wanted: { period: Period; limit: number },
  ): Promise<Depositor[]> {
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

function toDepositor(row: Row, days: number): Depositor {
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
