import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { MemberMonth, MemberRow, RelatedAccount } from '@clearwatch/contracts/members.dto';
import type { Period } from '@clearwatch/domain/calendar/period';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SqlConditions } from '../list-figures/list-conditions.ts';
import type { ListState } from '../list-figures/list-state.repository.ts';
import { queryInteger, queryIntegers, RowReader } from '../query-rows.ts';
import {
  JOIN_NAME_HOLDERS,
  MEMBER_COLUMNS,
  MEMBER_READER,
  type MemberOrder,
  toMemberRow,
} from './member-list.query.ts';

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

/**
 * A walk may pass so many times more rows than expected, because the filter and the order can depend on each other: every
 * Zachary is at the end of the names.
 */
const PLAN_MARGIN = 16;

/**
 * `gather` selects all matches and sorts them, `walk` follows the index of the order until the page is full, `walk a while`
 * stops after so many `steps` and gathers if the page is not full by then.
 */
type PagePlan = { way: 'gather' } | { way: 'walk' } | { way: 'walk a while'; steps: number };

/** Expects one match in `members` / `total` rows of a walk, as if matches were spread evenly. */
export function planPage(
  { limit, offset }: Page,
  { total, members, isSlow }: { total: number; members: number; isSlow: boolean },
): PagePlan {
  const expected = Math.ceil(((limit + offset) * members) / total);
  if (total === members) return { way: 'walk' };
  if (!isSlow) return total <= PLAN_MARGIN * expected ? { way: 'gather' } : { way: 'walk' };
  // A look-up costs the same for a row of the walk as for a gathered row.
  return total <= expected ? { way: 'gather' } : { way: 'walk a while', steps: PLAN_MARGIN * expected };
}

@Injectable()
export class MembersRepository {
  /** The account of one of these names with the most entries, or the one with that id if it has one of the names. */
  async findByKeys(
    manager: EntityManager,
    { keys, memberId, state }: { keys: (string | null)[]; memberId: number | undefined; state: ListState },
  ): Promise<MemberRow | null> {
    // Materialized: there are thousands of namesakes at most, but PostgreSQL would walk the index on transactions.
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

  /** The other accounts of the name, the highest credits first. */
  async relatedTo(manager: EntityManager, { accountNumber }: MemberRow): Promise<RelatedAccount[]> {
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

  /** Money of each month; months without entries are missing. */
  async monthsOf(
    manager: EntityManager,
    { accountNumber }: MemberRow,
    { firstDay, lastDay }: Period,
  ): Promise<MemberMonth[]> {
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

  /** Ids first: an index alone answers that wherever it holds the columns of the filter. */
  async idsOnPage(
    manager: EntityManager,
    conditions: SqlConditions,
    { limit, offset, order, plan }: Page & { order: MemberOrder; plan: PagePlan },
  ): Promise<number[]> {
    const { sql, quickSql, slowSql, values } = conditions;
    const { join, orderBy } = order;
    const select = (from: string) =>
      queryIntegers(
        manager,
        `SELECT f.member_id FROM ${from} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`,
        values,
      );
    if (plan.way === 'walk') return select(`analytics.member_figures f ${join} WHERE ${sql}`);
    if (plan.way === 'walk a while') {
      const first = `(SELECT f.* FROM analytics.member_figures f ${join} WHERE ${quickSql}
                       ORDER BY ${orderBy} LIMIT ${plan.steps})`;
      const found = await select(`${first} AS f ${join} WHERE ${slowSql}`);
      if (found.length === limit) return found;
    }
    // Materialized: the planner takes filters and order for independent, and would walk.
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
}
