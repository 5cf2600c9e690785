import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { MemberMonth, MemberRow, RelatedAccount } from '@clearwatch/contracts/members.dto';
import { integerOf, moneyOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SqlConditions } from '../list-figures/list-conditions.ts';
import type { ListState } from '../list-figures/list-state.repository.ts';
import { JOIN_NAME_HOLDERS, MEMBER_COLUMNS, type MemberOrder, toMemberRow } from './member-list.query.ts';

const MAX_RELATED_ACCOUNTS = 100;
const WITH_MEMBER = 'FROM analytics.member_figures f JOIN ledger.members m USING (account_number)';
const WITH_NAME_HOLDERS = `${WITH_MEMBER} ${JOIN_NAME_HOLDERS}`;

@Injectable()
export class MemberDetailRepository {
  /** The account of one of these names with the most entries, or the one with that id if it bears one of them. */
  async findByKeys(
    manager: EntityManager,
    wanted: { keys: readonly (string | null)[]; memberId: number | undefined; state: ListState },
  ): Promise<MemberRow | null> {
    const bears = 'f.member_key = ANY ($1::text[])';
    const isWanted = wanted.memberId === undefined ? bears : `f.member_id = $2 AND ${bears}`;
    // Materialised: namesakes are thousands at most, but the index on transactions would promise the one with the most at once.
    const [row] = await manager.query<Row[]>(
      `WITH f AS MATERIALIZED (SELECT * FROM analytics.member_figures f WHERE ${isWanted})
       SELECT ${MEMBER_COLUMNS}
         FROM (SELECT * FROM f ORDER BY f.transactions DESC, f.member_id DESC LIMIT 1) AS f
         ${JOIN_NAME_HOLDERS} JOIN ledger.members m USING (account_number)`,
      [wanted.keys.map((key) => key ?? ''), ...(wanted.memberId === undefined ? [] : [wanted.memberId])],
    );
    return row === undefined ? null : toMemberRow(row, wanted.state);
  }

  async findById(manager: EntityManager, memberId: number, state: ListState): Promise<MemberRow | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${MEMBER_COLUMNS} ${WITH_NAME_HOLDERS} WHERE f.member_id = $1`,
      [memberId],
    );
    return row === undefined ? null : toMemberRow(row, state);
  }

  /** The other accounts that bear the name, those that received most first. */
  async relatedTo(manager: EntityManager, { accountNumber }: MemberRow): Promise<RelatedAccount[]> {
    const rows = await manager.query<Row[]>(
      `WITH most AS MATERIALIZED (
         SELECT f.member_id FROM analytics.member_figures f
          WHERE f.member_key = (SELECT nullif(member_key, '') FROM analytics.member_figures WHERE account_number = $1)
            AND account_number <> $1
          ORDER BY f.credits DESC, f.member_id LIMIT $2)
       SELECT f.member_id, account_number, m.company, f.credits, f.debits ${WITH_MEMBER}
        WHERE f.member_id IN (SELECT member_id FROM most)
        ORDER BY f.credits DESC, f.member_id`,
      [accountNumber, MAX_RELATED_ACCOUNTS],
    );
    return rows.map((row) => ({
      id: integerOf(row, 'member_id'),
      accountNumber: textOf(row, 'account_number'),
      company: textOf(row, 'company'),
      totalCredits: moneyOf(row, 'credits'),
      totalDebits: moneyOf(row, 'debits'),
    }));
  }

  /** What moved in each month of some days; months without entries are missing. */
  async monthsOf(
    manager: EntityManager,
    { accountNumber }: MemberRow,
    days: { firstDay: string; lastDay: string },
  ): Promise<MemberMonth[]> {
    const rows = await manager.query<Row[]>(
      `SELECT to_char(day, 'YYYY-MM') AS month, sum(credits) AS credits, sum(debits) AS debits,
              sum(credit_count + debit_count) AS transactions
         FROM analytics.account_days WHERE account_number = $1 AND day BETWEEN $2 AND $3
        GROUP BY 1 ORDER BY 1`,
      [accountNumber, days.firstDay, days.lastDay],
    );
    return rows.map((row) => ({
      month: textOf(row, 'month'),
      credits: moneyOf(row, 'credits'),
      debits: moneyOf(row, 'debits'),
      transactionCount: integerOf(row, 'transactions'),
    }));
  }
}

/**
 * How many more rows than expected a walk along an order may pass, because what is looked for and the order hang together: all
 * Zacharies are at the end of the names.
 */
const PLAN_MARGIN = 16;

/**
 * How to come by a page: `gather` all that is looked for and sort it, `walk` along the order until the page is full, or walk no
 * further than `steps` and gather if it is not full by then.
 */
type PagePlan = { way: 'gather' } | { way: 'walk' } | { way: 'walk a while'; steps: number };

/** One of `members` / `total` rows on a walk is one that is looked for, if they are spread evenly. */
export function planPage(
  { limit, offset }: Page,
  among: { total: number; members: number; isSlow: boolean },
): PagePlan {
  const { total, members, isSlow } = among;
  const expected = Math.ceil(((limit + offset) * members) / total);
  if (total === members) return { way: 'walk' };
  if (!isSlow) return total <= PLAN_MARGIN * expected ? { way: 'gather' } : { way: 'walk' };
  // What is looked up for a row on the way costs as much as for one that is gathered.
  return total <= expected ? { way: 'gather' } : { way: 'walk a while', steps: PLAN_MARGIN * expected };
}

@Injectable()
export class MembersRepository {
  async countOf(manager: EntityManager, { sql, values }: SqlConditions): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT count(*) AS total FROM analytics.member_figures f WHERE ${sql}`,
      values,
    );
    return integerOf(row, 'total');
  }

  /** Which rows are on a page; that is found in an index alone wherever it holds what is asked. */
  async idsOnPage(
    manager: EntityManager,
    conditions: SqlConditions,
    wanted: WantedPage & { way: PagePlan },
  ): Promise<number[]> {
    const { way, ...page } = wanted;
    if (way.way === 'walk') return idsByIndexOrder(manager, conditions, page);
    if (way.way === 'walk a while') {
      const found = await idsByBoundedIndexOrder(manager, conditions, { ...page, steps: way.steps });
      if (found.length === page.limit) return found;
    }
    return idsBySorting(manager, conditions, page);
  }

  async withIds(
    manager: EntityManager,
    ids: readonly number[],
    { order, state }: { order: MemberOrder; state: ListState },
  ): Promise<MemberRow[]> {
    const rows = await manager.query<Row[]>(
      `SELECT ${MEMBER_COLUMNS}
         FROM analytics.member_figures f ${JOIN_NAME_HOLDERS} JOIN ledger.members m USING (account_number)
        WHERE f.member_id = ANY ($1::bigint[]) ORDER BY ${order.orderBy}`,
      [ids],
    );
    return rows.map((row) => toMemberRow(row, state));
  }

  async countHighRisk(manager: EntityManager): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      'SELECT count(*) AS total FROM analytics.member_figures WHERE risk = $1',
      [RISK_LEVELS.indexOf('high')],
    );
    return integerOf(row, 'total');
  }
}

type WantedPage = Page & { order: MemberOrder };

async function idsByIndexOrder(
  manager: EntityManager,
  conditions: SqlConditions,
  wanted: WantedPage,
): Promise<number[]> {
  return selectIds(manager, `analytics.member_figures f ${wanted.order.join} WHERE ${conditions.sql}`, {
    ...wanted,
    conditions,
  });
}

/** Materialised: the planner takes filters and order for independent, and would walk. */
async function idsBySorting(
  manager: EntityManager,
  conditions: SqlConditions,
  wanted: WantedPage,
): Promise<number[]> {
  const all = `(WITH a AS MATERIALIZED (SELECT f.* FROM analytics.member_figures f WHERE ${conditions.sql}) TABLE a)`;
  return selectIds(manager, `${all} AS f ${wanted.order.join}`, { ...wanted, conditions });
}

/** The slow conditions are looked at for the first rows of the order alone. */
async function idsByBoundedIndexOrder(
  manager: EntityManager,
  conditions: SqlConditions,
  { steps, ...wanted }: WantedPage & { steps: number },
): Promise<number[]> {
  const { join, orderBy } = wanted.order;
  const first = `(SELECT f.* FROM analytics.member_figures f ${join} WHERE ${conditions.quickSql}
                   ORDER BY ${orderBy} LIMIT ${steps})`;
  return selectIds(manager, `${first} AS f ${join} WHERE ${conditions.slowSql}`, { ...wanted, conditions });
}

async function selectIds(
  manager: EntityManager,
  from: string,
  { conditions: { values }, order, limit, offset }: WantedPage & { conditions: SqlConditions },
): Promise<number[]> {
  const rows = await manager.query<Row[]>(
    `SELECT f.member_id FROM ${from}
      ORDER BY ${order.orderBy} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, limit, offset],
  );
  return rows.map((row) => integerOf(row, 'member_id'));
}
