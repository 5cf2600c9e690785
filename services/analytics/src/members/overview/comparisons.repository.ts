import { addDays } from '@clearwatch/domain/calendar/day';
import { USUAL_COMPARED_DAYS } from '@clearwatch/domain/members/member-baseline';
import { type Cents, parseCents } from '@clearwatch/domain/money/cents';
import {
  dayOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface Sums {
  creditCents: Cents;
  debitCents: Cents;
  transactions: number;
}

export interface MonthSums extends Sums {
  month: string;
}

@Injectable()
export class ComparisonsRepository {
  /** Day of an account's first entry; null when none has a date that is not in the future. */
  async firstDayOf(manager: EntityManager, accountNumber: string, asOf: string): Promise<string | null> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT min(day)::text AS first_day FROM analytics.account_days
        WHERE account_number = $1 AND day > '-infinity' AND day <= $2`,
      [accountNumber, asOf],
    );
    return nullable(dayOf, row, 'first_day');
  }

  /** The month that ends with a day, as the own normal is compared with it. */
  async latelyOf(manager: EntityManager, accountNumber: string, asOf: string): Promise<Sums> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT coalesce(sum(credits), 0) AS credits, coalesce(sum(debits), 0) AS debits,
              coalesce(sum(credit_count + debit_count), 0) AS transactions
         FROM analytics.account_days WHERE account_number = $1 AND day > $2 AND day <= $3`,
      [accountNumber, addDays(asOf, -USUAL_COMPARED_DAYS), asOf],
    );
    return sumsOf(row);
  }

  /** Months with entries since a day. */
  async monthsOf(manager: EntityManager, accountNumber: string, since: string): Promise<MonthSums[]> {
    const rows = await manager.query<Row[]>(
      `SELECT to_char(day, 'YYYY-MM') AS month, sum(credits) AS credits, sum(debits) AS debits,
              sum(credit_count + debit_count) AS transactions
         FROM analytics.account_days WHERE account_number = $1 AND day >= $2 GROUP BY 1`,
      [accountNumber, since],
    );
    return rows.map((row) => ({ month: textOf(row, 'month'), ...sumsOf(row) }));
  }
}

function sumsOf(row: Row): Sums {
  return {
    creditCents: parseCents(moneyOf(row, 'credits')),
    debitCents: parseCents(moneyOf(row, 'debits')),
    transactions: integerOf(row, 'transactions'),
  };
}
