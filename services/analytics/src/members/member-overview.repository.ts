import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { MemberComparison, MemberRow } from '@clearwatch/contracts/members.dto';
import { addDays } from '@clearwatch/domain/calendar/day';
import { ACTIVE_THIS_YEAR_DAYS } from '@clearwatch/domain/members/member-bands';
import { type PeerCounts, USUAL_COMPARED_DAYS } from '@clearwatch/domain/members/member-baseline';
import { type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { queryTexts, type ReadRow, RowReader } from '../query-rows.ts';
import { isStepOfOne } from './refresh-members.ts';

/** Longest list of each kind; `total` is how long it would be. */
const MAX_LISTED = 50;

const COMPANY = new RowReader({
  text: ['company'],
  money: ['credits', 'debits'],
  integer: ['entries'],
  'day?': ['firstDay', 'lastDay'],
});
const ALERT = new RowReader({
  integer: ['id'],
  text: ['activityType', 'description'],
  words: { riskLevel: RISK_LEVELS },
  money: ['amount'],
  day: ['activityDate'],
  boolean: ['reviewed'],
});
const IMPORT = new RowReader({
  integer: ['importId', 'entries'],
  text: ['fileName'],
  instant: ['createdAt'],
});
const TOTAL = new RowReader({ integer: ['total'] });
const SUMS = new RowReader({ cents: ['creditCents', 'debitCents'], integer: ['transactions'] });
const MONTH = new RowReader({
  text: ['month'],
  cents: ['creditCents', 'debitCents'],
  integer: ['transactions'],
});

const SUMS_SQL = `coalesce(sum(credits), 0) AS credit_cents, coalesce(sum(debits), 0) AS debit_cents,
  coalesce(sum(credit_count + debit_count), 0) AS transactions`;

export type MemberSums = ReadRow<typeof SUMS>;
export type MonthSums = ReadRow<typeof MONTH>;

/** $1 figure, $2 the member's. The member is in the last step that begins at or before its figure. */
const STEPS_SQL = `
  SELECT sum(peers) AS total, coalesce(sum(peers) FILTER (WHERE s.step < own.step), 0) AS below,
         sum(peers) FILTER (WHERE s.step = own.step) AS equal
    FROM analytics.peer_steps s,
         (SELECT max(step) AS step FROM analytics.peer_steps WHERE figure = $1 AND step <= $2::numeric) AS own
   WHERE s.figure = $1`;
const STEPS = new RowReader({ integer: ['total', 'below', 'equal'] });
const NEAR = new RowReader({ integer: ['below', 'equal'] });

@Injectable()
export class MemberOverviewRepository {
  /** Companies of an account, the largest flows first. */
  companiesOf(manager: EntityManager, accountNumber: string) {
    return listed(
      COMPANY,
      manager.query<Row[]>(
        `SELECT company, credits, debits, entries, first_day::text, last_day::text, count(*) OVER () AS total
           FROM analytics.company_accounts WHERE account_number = $1
          ORDER BY credits + debits DESC, entries DESC, company LIMIT ${MAX_LISTED}`,
        [accountNumber],
      ),
    );
  }

  /** Alerts of an account, in the order in which they are worked. */
  alertsOf(manager: EntityManager, accountNumber: string) {
    return listed(
      ALERT,
      manager.query<Row[]>(
        `SELECT id, activity_type, risk_level, amount, activity_date::text, description, reviewed, count(*) OVER () AS total
           FROM analytics.counted_alerts WHERE account_number = $1
          ORDER BY reviewed, CASE risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, activity_date DESC, id DESC
          LIMIT ${MAX_LISTED}`,
        [accountNumber],
      ),
    );
  }

  /** Files with entries of an account, the newest first. */
  importsOf(manager: EntityManager, accountNumber: string) {
    return listed(
      IMPORT,
      manager.query<Row[]>(
        `SELECT i.id AS import_id, i.file_name, i.created_at, brought.entries, count(*) OVER () AS total
           FROM (SELECT import_id, count(*) AS entries FROM ledger.transactions WHERE account_number = $1 GROUP BY 1) brought
           JOIN ledger.imports i ON i.id = brought.import_id
          ORDER BY i.id DESC LIMIT ${MAX_LISTED}`,
        [accountNumber],
      ),
    );
  }

  /** Day of an account's first entry; null when none has a date that is not in the future. */
  async firstDayOf(manager: EntityManager, accountNumber: string, asOf: string): Promise<string | null> {
    const [firstDay] = await queryTexts(
      manager,
      `SELECT day::text FROM analytics.account_days
        WHERE account_number = $1 AND day > '-infinity' AND day <= $2 ORDER BY day LIMIT 1`,
      [accountNumber, asOf],
    );
    return firstDay ?? null;
  }

  /** The days up to `asOf` that are compared with the member's usual month. */
  latestOf(manager: EntityManager, accountNumber: string, asOf: string): Promise<MemberSums> {
    return SUMS.one(
      manager,
      `SELECT ${SUMS_SQL} FROM analytics.account_days WHERE account_number = $1 AND day > $2 AND day <= $3`,
      [accountNumber, addDays(asOf, -USUAL_COMPARED_DAYS), asOf],
    );
  }

  /** Months with entries since a day. */
  monthsOf(manager: EntityManager, accountNumber: string, since: string): Promise<MonthSums[]> {
    return MONTH.all(
      manager,
      `SELECT to_char(day, 'YYYY-MM') AS month, ${SUMS_SQL}
         FROM analytics.account_days WHERE account_number = $1 AND day >= $2 GROUP BY 1`,
      [accountNumber, since],
    );
  }

  /**
   * Rank of a member among all that were active within a year; null for a member that was not. `peer_steps` counts members by
   * the first digits of their figures, and those with the member's own first digits are looked up in the index: comparing
   * with everybody would read every row. Nothing is rounded.
   */
  async peersOf(
    manager: EntityManager,
    { lastActivityDate, totalCredits, totalDebits, transactionCount }: MemberRow,
    asOf: string,
  ): Promise<Record<MemberComparison['what'], PeerCounts> | null> {
    const since = addDays(asOf, -ACTIVE_THIS_YEAR_DAYS);
    if (lastActivityDate === null || lastActivityDate < since) return null;
    return {
      credits: await countPeers(manager, { figure: 'credits', own: totalCredits, since }),
      debits: await countPeers(manager, { figure: 'debits', own: totalDebits, since }),
      transactions: await countPeers(manager, { figure: 'transactions', own: transactionCount, since }),
    };
  }
}

/** The first of a list, and how long it is. */
async function listed<Item>(reader: { read(row: Row): Item }, found: Promise<Row[]>) {
  const rows = await found;
  const [first = { total: 0 }] = rows;
  return { items: rows.map(reader.read), ...TOTAL.read(first) };
}

async function countPeers(
  manager: EntityManager,
  { figure, own, since }: { figure: MemberComparison['what']; own: string | number; since: string },
): Promise<PeerCounts> {
  const steps = await STEPS.one(manager, STEPS_SQL, [figure, own]);
  // Half of all members may have received nothing.
  if (isStepOfOne(own)) return steps;
  const type = figure === 'transactions' ? 'integer' : 'numeric';
  const near = await NEAR.one(
    manager,
    `SELECT count(*) FILTER (WHERE ${figure} < $2::${type}) AS below,
            count(*) FILTER (WHERE ${figure} = $2::${type}) AS equal
       FROM analytics.member_figures
      WHERE last_day >= $3 AND ${figure} <= $2::${type}
        AND ${figure} >= (SELECT max(step) FROM analytics.peer_steps WHERE figure = $1 AND step <= $2::numeric)::${type}`,
    [figure, own, since],
  );
  return { below: steps.below + near.below, equal: near.equal, total: steps.total };
}
