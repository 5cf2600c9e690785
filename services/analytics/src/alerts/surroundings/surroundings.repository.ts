import type { AccountDay, UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import { dayOf, moneyOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ALERT_COLUMNS, WITH_MEMBER } from '../row/alert-columns.sql.ts';
import { toAlert } from '../row/to-alert.ts';

const MOST_OTHER_ALERTS = 20;

export interface Stretch {
  firstDay: string;
  lastDay: string;
}

/** Where and when an alert lies. */
export interface AlertPlace {
  accountNumber: string;
  /** Days of its entries; the day of its trigger when the evidence does not say. */
  window: Stretch;
  /** Null while no entry of the ledger has a date. */
  ledger: Stretch | null;
}

@Injectable()
export class SurroundingsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async placeOf(id: number): Promise<AlertPlace | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT a.account_number,
              coalesce(a.evidence -> 'window' ->> 'firstDay', a.activity_date::text) AS window_first,
              coalesce(a.evidence -> 'window' ->> 'lastDay', a.activity_date::text) AS window_last,
              (SELECT min(day)::text FROM analytics.ledger_days WHERE day > '-infinity') AS ledger_first,
              (SELECT max(day)::text FROM analytics.ledger_days WHERE day > '-infinity') AS ledger_last
         FROM analytics.unusual_activities a WHERE a.id = $1`,
      [id],
    );
    return row === undefined ? null : toPlace(row);
  }

  /** Days on which money moved on the account, oldest first. */
  async daysOf(accountNumber: string, { firstDay, lastDay }: Stretch): Promise<AccountDay[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT day::text, credits, debits FROM analytics.account_days
        WHERE account_number = $1 AND day BETWEEN $2 AND $3 AND credit_count + debit_count > 0
        ORDER BY day`,
      [accountNumber, firstDay, lastDay],
    );
    return rows.map((row) => ({
      day: dayOf(row, 'day'),
      credits: moneyOf(row, 'credits'),
      debits: moneyOf(row, 'debits'),
    }));
  }

  /**
   * Other alerts of all accounts of the member, newest first. As in detection, a name borne by too many accounts says
   * nothing about a person: then those of the account alone.
   */
  async otherAlertsOf(id: number): Promise<UnusualActivity[]> {
    const rows = await this.database.query<Row[]>(
      `WITH own AS (
              SELECT a.account_number, m.member_key FROM analytics.unusual_activities a ${WITH_MEMBER} WHERE a.id = $1),
            named AS (
              SELECT account_number FROM ledger.members WHERE member_key = (SELECT member_key FROM own)
               LIMIT ${MAX_ACCOUNTS_PER_MEMBER + 1}),
            accounts AS (
              SELECT account_number FROM own UNION
              SELECT account_number FROM named WHERE (SELECT count(*) FROM named) <= ${MAX_ACCOUNTS_PER_MEMBER})
       SELECT ${ALERT_COLUMNS}
         FROM analytics.counted_alerts a ${WITH_MEMBER}
        WHERE a.account_number IN (SELECT account_number FROM accounts) AND a.id <> $1
        ORDER BY a.activity_date DESC, a.id DESC LIMIT ${MOST_OTHER_ALERTS}`,
      [id],
    );
    return rows.map(toAlert);
  }
}

function toPlace(row: Row): AlertPlace {
  const ledgerFirst = nullable(dayOf, row, 'ledger_first');
  return {
    accountNumber: textOf(row, 'account_number'),
    window: { firstDay: dayOf(row, 'window_first'), lastDay: dayOf(row, 'window_last') },
    ledger: ledgerFirst === null ? null : { firstDay: ledgerFirst, lastDay: dayOf(row, 'ledger_last') },
  };
}
