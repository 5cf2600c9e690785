import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type {
  MemberAlert,
  MemberCompany,
  MemberComparison,
  MemberImport,
  MemberRow,
} from '@clearwatch/contracts/members.dto';
import { addDays } from '@clearwatch/domain/calendar/day';
import { ACTIVE_THIS_YEAR_DAYS } from '@clearwatch/domain/members/member-bands';
import { type PeerCounts, USUAL_COMPARED_DAYS } from '@clearwatch/domain/members/member-baseline';
import { type Cents, parseCents } from '@clearwatch/domain/money/cents';
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
import { isStepOfOne } from './refresh-members.ts';

export interface MemberSums {
  creditCents: Cents;
  debitCents: Cents;
  transactions: number;
}

export interface MonthSums extends MemberSums {
  month: string;
}

@Injectable()
export class MemberComparisonsRepository {
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
  async latelyOf(manager: EntityManager, accountNumber: string, asOf: string): Promise<MemberSums> {
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

function sumsOf(row: Row): MemberSums {
  return {
    creditCents: parseCents(moneyOf(row, 'credits')),
    debitCents: parseCents(moneyOf(row, 'debits')),
    transactions: integerOf(row, 'transactions'),
  };
}

/** Longest list of each kind; the answer says how many there are. */
const MAX_LISTED = 50;

/** A list cut to its first and how many it would have. */
export interface TruncatedList<Item> {
  items: Item[];
  total: number;
}

@Injectable()
export class MemberOverviewRepository {
  /** Companies of an account, the largest flows first. */
  async companiesOf(manager: EntityManager, accountNumber: string): Promise<TruncatedList<MemberCompany>> {
    return truncate(
      await manager.query<Row[]>(
        `SELECT company, credits, debits, entries, first_day::text, last_day::text, count(*) OVER () AS total
           FROM analytics.company_accounts WHERE account_number = $1
          ORDER BY credits + debits DESC, entries DESC, company LIMIT ${MAX_LISTED}`,
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
  async alertsOf(manager: EntityManager, accountNumber: string): Promise<TruncatedList<MemberAlert>> {
    return truncate(
      await manager.query<Row[]>(
        `SELECT id, activity_type, risk_level, amount, activity_date::text, description, reviewed, count(*) OVER () AS total
           FROM analytics.counted_alerts WHERE account_number = $1
          ORDER BY reviewed, CASE risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, activity_date DESC, id DESC
          LIMIT ${MAX_LISTED}`,
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
  async importsOf(manager: EntityManager, accountNumber: string): Promise<TruncatedList<MemberImport>> {
    return truncate(
      await manager.query<Row[]>(
        `SELECT i.id, i.file_name, i.created_at, brought.entries, count(*) OVER () AS total
           FROM (SELECT import_id, count(*) AS entries FROM ledger.transactions WHERE account_number = $1 GROUP BY 1) brought
           JOIN ledger.imports i ON i.id = brought.import_id
          ORDER BY i.id DESC LIMIT ${MAX_LISTED}`,
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

function truncate<Item>(rows: readonly Row[], toItem: (row: Row) => Item): TruncatedList<Item> {
  const [first] = rows;
  return { items: rows.map(toItem), total: first === undefined ? 0 : integerOf(first, 'total') };
}

interface PeerQuery {
  figure: MemberComparison['what'];
  own: string | number;
  since: string;
}

/**
 * Where a member stands among all that were active within a year. Comparing it with each of them would read every row: how many
 * have other first digits is counted when the rows are made (`refresh-peers.ts`), and those that share its first digits
 * are looked up in the index. Nothing is rounded.
 */
@Injectable()
export class PeersRepository {
  /** Null for a member that was not active within the year. */
  async peersOf(
    manager: EntityManager,
    member: MemberRow,
    asOf: string,
  ): Promise<Record<MemberComparison['what'], PeerCounts> | null> {
    const since = addDays(asOf, -ACTIVE_THIS_YEAR_DAYS);
    if (member.lastActivityDate === null || member.lastActivityDate < since) return null;
    return {
      credits: await counts(manager, { figure: 'credits', own: member.totalCredits, since }),
      debits: await counts(manager, { figure: 'debits', own: member.totalDebits, since }),
      transactions: await counts(manager, { figure: 'transactions', own: member.transactionCount, since }),
    };
  }
}

/** $1 figure, $2 the member's: it is itself in its step, which is the last that begins at or before its figure. */
const STEPS_SQL = `
  SELECT sum(peers) AS total, coalesce(sum(peers) FILTER (WHERE s.step < own.step), 0) AS below,
         sum(peers) FILTER (WHERE s.step = own.step) AS near
    FROM analytics.peer_steps s,
         (SELECT max(step) AS step FROM analytics.peer_steps WHERE figure = $1 AND step <= $2::numeric) AS own
   WHERE s.figure = $1`;

async function counts(manager: EntityManager, compared: PeerQuery): Promise<PeerCounts> {
  const { figure, own } = compared;
  const [row = {}] = await manager.query<Row[]>(STEPS_SQL, [figure, own]);
  const below = integerOf(row, 'below');
  const total = integerOf(row, 'total');
  // Half of all members may have received nothing.
  if (isStepOfOne(own)) return { below, equal: integerOf(row, 'near'), total };
  const near = await countNear(manager, compared);
  return { below: below + near.below, equal: near.equal, total };
}

/** Of those in the member's own step. */
async function countNear(
  manager: EntityManager,
  { figure, own, since }: PeerQuery,
): Promise<Pick<PeerCounts, 'below' | 'equal'>> {
  const type = figure === 'transactions' ? 'integer' : 'numeric';
  const [row = {}] = await manager.query<Row[]>(
    `SELECT count(*) FILTER (WHERE ${figure} < $2::${type}) AS below,
            count(*) FILTER (WHERE ${figure} = $2::${type}) AS equal
       FROM analytics.member_figures
      WHERE last_day >= $3 AND ${figure} <= $2::${type}
        AND ${figure} >= (SELECT max(step) FROM analytics.peer_steps WHERE figure = $1 AND step <= $2::numeric)::${type}`,
    [figure, own, since],
  );
  return { below: integerOf(row, 'below'), equal: integerOf(row, 'equal') };
}
