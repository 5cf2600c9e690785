import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { MemberAlert, MemberCompany, MemberImport } from '@clearwatch/contracts/members.dto';
import {
  booleanOf,
  dayOf,
  enumOf,
  instantOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Longest list of each kind; the answer says how many there are. */
const MOST_LISTED = 50;

/** A list cut to its first and how many it would have. */
export interface Cut<Item> {
  items: Item[];
  total: number;
}

@Injectable()
export class MemberOverviewRepository {
  /** Companies of an account, the largest flows first. */
  async companiesOf(manager: EntityManager, accountNumber: string): Promise<Cut<MemberCompany>> {
    return cut(
      await manager.query<Row[]>(
        `SELECT company, credits, debits, entries, first_day::text, last_day::text, count(*) OVER () AS total
           FROM analytics.company_accounts WHERE account_number = $1
          ORDER BY credits + debits DESC, entries DESC, company LIMIT ${MOST_LISTED}`,
        [accountNumber],
      ),
      (row) => ({
        company: textOf(row, 'company'),
        credits: moneyOf(row, 'credits'),
        debits: moneyOf(row, 'debits'),
        entries: integerOf(row, 'entries'),
        firstDay: nullable(dayOf, row, 'first_day'),
        lastDay: nullable(dayOf, row, 'last_day'),
      }),
    );
  }

  /** Alerts of an account, in the order in which they are worked. */
  async alertsOf(manager: EntityManager, accountNumber: string): Promise<Cut<MemberAlert>> {
    return cut(
      await manager.query<Row[]>(
        `SELECT id, activity_type, risk_level, amount, activity_date::text, description, reviewed, count(*) OVER () AS total
           FROM analytics.counted_alerts WHERE account_number = $1
          ORDER BY reviewed, CASE risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, activity_date DESC, id DESC
          LIMIT ${MOST_LISTED}`,
        [accountNumber],
      ),
      (row) => ({
        id: integerOf(row, 'id'),
        activityType: textOf(row, 'activity_type'),
        riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
        amount: moneyOf(row, 'amount'),
        activityDate: dayOf(row, 'activity_date'),
        description: textOf(row, 'description'),
        reviewed: booleanOf(row, 'reviewed'),
      }),
    );
  }

  /** Files that brought entries of an account, the newest first. Its entries are read through their index. */
  async importsOf(manager: EntityManager, accountNumber: string): Promise<Cut<MemberImport>> {
    return cut(
      await manager.query<Row[]>(
        `SELECT i.id, i.file_name, i.created_at, brought.entries, count(*) OVER () AS total
           FROM (SELECT import_id, count(*) AS entries FROM ledger.transactions WHERE account_number = $1 GROUP BY 1) brought
           JOIN ledger.imports i ON i.id = brought.import_id
          ORDER BY i.id DESC LIMIT ${MOST_LISTED}`,
        [accountNumber],
      ),
      (row) => ({
        importId: integerOf(row, 'id'),
        fileName: textOf(row, 'file_name'),
        entries: integerOf(row, 'entries'),
        createdAt: instantOf(row, 'created_at'),
      }),
    );
  }
}

function cut<Item>(rows: readonly Row[], toItem: (row: Row) => Item): Cut<Item> {
  const [first] = rows;
  return { items: rows.map(toItem), total: first === undefined ? 0 : integerOf(first, 'total') };
}
