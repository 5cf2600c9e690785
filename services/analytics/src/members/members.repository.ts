import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { MemberComparison, MemberRow } from '@clearwatch/contracts/members.dto';
import { addDays } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { ACTIVE_THIS_YEAR_DAYS } from '@clearwatch/domain/members/member-bands';
import { type PeerCounts, USUAL_COMPARED_DAYS } from '@clearwatch/domain/members/member-baseline';
import {
  queryInteger,
  queryIntegers,
  queryTexts,
  type ReadRow,
  RowReader,
} from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { joinConditions, type SqlConditions } from '../list-figures/list-conditions.ts';
import type { ListState } from '../list-figures/list-state.repository.ts';
import {
  JOIN_NAME_HOLDERS,
  MEMBER_COLUMNS,
  MEMBER_READER,
  type MemberOrder,
  toMemberRow,
} from './member-list.query.ts';
import { isStepOfOne } from './refresh-members.ts';

const MAX_RELATED_ACCOUNTS = 100;
const WITH_MEMBER = 'FROM analytics.member_figures f JOIN ledger.members m USING (account_number)';
const SELECT_MEMBERS = `SELECT ${MEMBER_COLUMNS} ${WITH_MEMBER} ${JOIN_NAME_HOLDERS}`;

const RELATED_ACCOUNT = new RowReader({
  integer: ['id'],
  text: ['accountNumber', 'company'],
  money: ['totalCredits', 'totalDebits'],
});
const MONTH = new RowReader({
  text: ['month'],
  money: ['credits', 'debits'],
  integer: ['transactionCount'],
});

/** Maximum length of each list. `total` is its full length. */
const MAX_LISTED = 50;

export const COMPANIES_OF_ACCOUNT = {
  reader: new RowReader({
    text: ['company'],
    money: ['credits', 'debits'],
    integer: ['entries'],
    'day?': ['firstDay', 'lastDay'],
  }),
  sql: `
    SELECT company, credits, debits, entries, first_day::text, last_day::text, count(*) OVER () AS total
      FROM analytics.company_accounts WHERE account_number = $1
     ORDER BY credits + debits DESC, entries DESC, company LIMIT ${MAX_LISTED}`,
};
export const ALERTS_OF_ACCOUNT = {
  reader: new RowReader({
    integer: ['id'],
    text: ['activityType', 'description'],
    words: { riskLevel: RISK_LEVELS },
    money: ['amount'],
    day: ['activityDate'],
    boolean: ['reviewed'],
  }),
  sql: `
    SELECT id, activity_type, risk_level, amount, activity_date::text, description, reviewed, count(*) OVER () AS total
      FROM analytics.counted_alerts WHERE account_number = $1
     ORDER BY reviewed, CASE risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, activity_date DESC, id DESC
     LIMIT ${MAX_LISTED}`,
};
export const IMPORTS_OF_ACCOUNT = {
  reader: new RowReader({ integer: ['importId', 'entries'], text: ['fileName'], instant: ['createdAt'] }),
  sql: `
    SELECT i.id AS import_id, i.file_name, i.created_at, brought.entries, count(*) OVER () AS total
      FROM (SELECT import_id, count(*) AS entries FROM ledger.transactions WHERE account_number = $1 GROUP BY 1) brought
      JOIN ledger.imports i ON i.id = brought.import_id
     ORDER BY i.id DESC LIMIT ${MAX_LISTED}`,
};
const TOTAL = new RowReader({ integer: ['total'] });
const SUMS = new RowReader({ cents: ['creditCents', 'debitCents'], integer: ['transactions'] });
const MONTH_SUMS = new RowReader({
  text: ['month'],
  cents: ['creditCents', 'debitCents'],
  integer: ['transactions'],
});

const SUMS_SQL = `coalesce(sum(credits), 0) AS credit_cents, coalesce(sum(debits), 0) AS debit_cents,
  coalesce(sum(credit_count + debit_count), 0) AS transactions`;

export type MemberSums = ReadRow<typeof SUMS>;
export type MonthSums = ReadRow<typeof MONTH_SUMS>;

/** $1 name of the figure, $2 the member's value. The member is in the last step that begins at or below this value. */
const STEPS_SQL = `
  SELECT sum(peers) AS total, coalesce(sum(peers) FILTER (WHERE s.step < own.step), 0) AS below,
         sum(peers) FILTER (WHERE s.step = own.step) AS equal
    FROM analytics.peer_steps s,
         (SELECT max(step) AS step FROM analytics.peer_steps WHERE figure = $1 AND step <= $2::numeric) AS own
   WHERE s.figure = $1`;
const PEERS = new RowReader({ integer: ['total', 'below', 'equal'] });
const PEERS_IN_STEP = new RowReader({ integer: ['below', 'equal'] });

/**
 * Factor by which a walk may read more rows than expected, because matches can be clustered: every Zachary is near the end of the names.
 */
const PLAN_MARGIN = 16;

/**
 * `gather` selects all matches and sorts them. `walk` follows the sort order's index until the page is full. `walk a while` stops after
 * `steps` rows and gathers if the page is not full by then.
 */
type PagePlan = { way: 'gather' } | { way: 'walk' } | { way: 'walk a while'; steps: number };

/** Assumes that matches are evenly spread, so that a walk finds one match in every `members` / `total` rows. */
export function planPage(
  { limit, offset }: Page,
  { total, members, isSlow }: { total: number; members: number; isSlow: boolean },
): PagePlan {
  const expected = Math.ceil(((limit + offset) * members) / total);
  if (total === members) return { way: 'walk' };
  if (!isSlow) return total <= PLAN_MARGIN * expected ? { way: 'gather' } : { way: 'walk' };
  // A lookup costs the same for a walked row as for a gathered row.
  return total <= expected ? { way: 'gather' } : { way: 'walk a while', steps: PLAN_MARGIN * expected };
}

@Injectable()
export class MembersRepository {
  /** The account with the most entries under one of these names, or the account with the given id if it has one of the names. */
  async findByKeys(
    manager: EntityManager,
    { keys, memberId, state }: { keys: (string | null)[]; memberId: number | undefined; state: ListState },
  ): Promise<MemberRow | null> {
    // Materialized because at most thousands of members share a name, but PostgreSQL would walk the index on transactions.
    const row = await MEMBER_READER.first(
      manager,
      `WITH f AS MATERIALIZED (
         SELECT * FROM analytics.member_figures f
          WHERE f.member_key = ANY ($1::text[]) ${memberId === undefined ? '' : 'AND f.member_id = $2'})
       SELECT ${MEMBER_COLUMNS}
         FROM (SELECT * FROM f ORDER BY f.transactions DESC, f.member_id DESC LIMIT 1) AS f
         ${JOIN_NAME_HOLDERS} JOIN ledger.members m USING (account_number)`,
      [keys.map((key) => key ?? ''), ...(memberId === undefined ? [] : [memberId])],
    );
    return row && toMemberRow(row, state);
  }

  async findById(manager: EntityManager, memberId: number, state: ListState): Promise<MemberRow | null> {
    const row = await MEMBER_READER.first(manager, `${SELECT_MEMBERS} WHERE f.member_id = $1`, [memberId]);
    return row && toMemberRow(row, state);
  }

  relatedTo(manager: EntityManager, { accountNumber }: MemberRow) {
    return RELATED_ACCOUNT.all(
      manager,
      `WITH most AS MATERIALIZED (
         SELECT f.member_id FROM analytics.member_figures f
          WHERE f.member_key = (SELECT nullif(member_key, '') FROM analytics.member_figures WHERE account_number = $1)
            AND account_number <> $1
          ORDER BY f.credits DESC, f.member_id LIMIT $2)
       SELECT f.member_id AS id, account_number, m.company, f.credits AS total_credits, f.debits AS total_debits
         ${WITH_MEMBER}
        WHERE f.member_id IN (SELECT member_id FROM most)
        ORDER BY f.credits DESC, f.member_id`,
      [accountNumber, MAX_RELATED_ACCOUNTS],
    );
  }

  monthsOf(manager: EntityManager, { accountNumber }: MemberRow, { firstDay, lastDay }: Period) {
    return MONTH.all(
      manager,
      `SELECT to_char(day, 'YYYY-MM') AS month, sum(credits) AS credits, sum(debits) AS debits,
              sum(credit_count + debit_count) AS transaction_count
         FROM analytics.account_days WHERE account_number = $1 AND day BETWEEN $2 AND $3
        GROUP BY 1 ORDER BY 1`,
      [accountNumber, firstDay, lastDay],
    );
  }

  countOf(manager: EntityManager, { sql, values }: SqlConditions): Promise<number> {
    return queryInteger(manager, `SELECT count(*) FROM analytics.member_figures f WHERE ${sql}`, values);
  }

  countHighRisk(manager: EntityManager): Promise<number> {
    const sql = 'SELECT count(*) FROM analytics.member_figures WHERE risk = $1';
    return queryInteger(manager, sql, [RISK_LEVELS.indexOf('high')]);
  }

  /** Selects ids first, because an index-only scan is enough if the index contains the filter columns. */
  async idsOnPage(
    manager: EntityManager,
    conditions: SqlConditions,
    { limit, offset, order, plan }: Page & { order: MemberOrder; plan: PagePlan },
  ): Promise<number[]> {
    const { sql, quick, slow, values } = conditions;
    const { join, orderBy } = order;
    const select = (from: string) =>
      queryIntegers(
        manager,
        `SELECT f.member_id FROM ${from} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`,
        values,
      );
    if (plan.way === 'walk') return select(`analytics.member_figures f ${join} WHERE ${sql}`);
    if (plan.way === 'walk a while') {
      const first = `(SELECT f.* FROM analytics.member_figures f ${join} WHERE ${joinConditions(quick)}
                       ORDER BY ${orderBy} LIMIT ${plan.steps})`;
      const found = await select(`${first} AS f ${join} WHERE ${joinConditions(slow)}`);
      if (found.length === limit) return found;
    }
    // Materialized because the planner assumes that filters and order are independent and would walk the index.
    const all = `(WITH a AS MATERIALIZED (SELECT f.* FROM analytics.member_figures f WHERE ${sql}) TABLE a)`;
    return select(`${all} AS f ${join}`);
  }

  async withIds(
    manager: EntityManager,
    ids: number[],
    { order, state }: { order: MemberOrder; state: ListState },
  ): Promise<MemberRow[]> {
    if (ids.length === 0) return [];
    const sql = `${SELECT_MEMBERS} WHERE f.member_id = ANY ($1::bigint[]) ORDER BY ${order.orderBy}`;
    return (await MEMBER_READER.all(manager, sql, [ids])).map((row) => toMemberRow(row, state));
  }

  async listOf<Item>(
    manager: EntityManager,
    { reader, sql }: { reader: { read: (row: Row) => Item }; sql: string },
    accountNumber: string,
  ) {
    const rows = await manager.query<Row[]>(sql, [accountNumber]);
    return { items: rows.map(reader.read), ...TOTAL.read(rows[0] ?? { total: 0 }) };
  }

  async firstDayOf(manager: EntityManager, accountNumber: string, asOf: string): Promise<string | null> {
    const [firstDay] = await queryTexts(
      manager,
      `SELECT day::text FROM analytics.account_days
        WHERE account_number = $1 AND day > '-infinity' AND day <= $2 ORDER BY day LIMIT 1`,
      [accountNumber, asOf],
    );
    return firstDay ?? null;
  }

  latestOf(manager: EntityManager, accountNumber: string, asOf: string): Promise<MemberSums> {
    return SUMS.one(
      manager,
      `SELECT ${SUMS_SQL} FROM analytics.account_days WHERE account_number = $1 AND day > $2 AND day <= $3`,
      [accountNumber, addDays(asOf, -USUAL_COMPARED_DAYS), asOf],
    );
  }

  monthSumsOf(manager: EntityManager, accountNumber: string, since: string): Promise<MonthSums[]> {
    return MONTH_SUMS.all(
      manager,
      `SELECT to_char(day, 'YYYY-MM') AS month, ${SUMS_SQL}
         FROM analytics.account_days WHERE account_number = $1 AND day >= $2 GROUP BY 1`,
      [accountNumber, since],
    );
  }

  /**
   * Rank among members active within a year, or null if the member is not one of them. Comparing with each of them would read every row.
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

async function countPeers(
  manager: EntityManager,
  { figure, own, since }: { figure: MemberComparison['what']; own: string | number; since: string },
): Promise<PeerCounts> {
  const steps = await PEERS.one(manager, STEPS_SQL, [figure, own]);
  // Avoids comparing with every member in the step: half of all members may have received nothing.
  if (isStepOfOne(own)) return steps;
  const type = figure === 'transactions' ? 'integer' : 'numeric';
  const near = await PEERS_IN_STEP.one(
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
