import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { MemberRow } from '@clearwatch/contracts/members.dto';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Conditions } from '../../list-figures/conditions.ts';
import type { ListState } from '../../list-figures/list-state.ts';
import { JOIN_BEARERS, MEMBER_COLUMNS, toMemberRow } from '../to-member-row.ts';
import type { MemberOrder } from './member-order.ts';
import type { WayToPage } from './way-to-page.ts';

@Injectable()
export class MembersRepository {
  async countOf(manager: EntityManager, { sql, values }: Conditions): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT count(*) AS total FROM analytics.member_figures f WHERE ${sql}`,
      values,
    );
    return integerOf(row, 'total');
  }

  /** Which rows are on a page; that is found in an index alone wherever it holds what is asked. */
  async idsOnPage(
    manager: EntityManager,
    conditions: Conditions,
    wanted: Wanted & { way: WayToPage },
  ): Promise<number[]> {
    const { way, ...page } = wanted;
    if (way.way === 'walk') return walked(manager, conditions, page);
    if (way.way === 'walk a while') {
      const found = await walkedAWhile(manager, conditions, { ...page, steps: way.steps });
      if (found.length === page.limit) return found;
    }
    return gathered(manager, conditions, page);
  }

  async withIds(
    manager: EntityManager,
    ids: readonly number[],
    { order, state }: { order: MemberOrder; state: ListState },
  ): Promise<MemberRow[]> {
    const rows = await manager.query<Row[]>(
      `SELECT ${MEMBER_COLUMNS}
         FROM analytics.member_figures f ${JOIN_BEARERS} JOIN ledger.members m USING (account_number)
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

type Wanted = Page & { order: MemberOrder };

async function walked(manager: EntityManager, conditions: Conditions, wanted: Wanted): Promise<number[]> {
  return ids(manager, `analytics.member_figures f ${wanted.order.join} WHERE ${conditions.sql}`, {
    ...wanted,
    conditions,
  });
}

/** Materialised: the planner takes filters and order for independent, and would walk. */
async function gathered(manager: EntityManager, conditions: Conditions, wanted: Wanted): Promise<number[]> {
  const all = `(WITH a AS MATERIALIZED (SELECT f.* FROM analytics.member_figures f WHERE ${conditions.sql}) TABLE a)`;
  return ids(manager, `${all} AS f ${wanted.order.join}`, { ...wanted, conditions });
}

/** The slow conditions are looked at for the first rows of the order alone. */
async function walkedAWhile(
  manager: EntityManager,
  conditions: Conditions,
  { steps, ...wanted }: Wanted & { steps: number },
): Promise<number[]> {
  const { join, orderBy } = wanted.order;
  const first = `(SELECT f.* FROM analytics.member_figures f ${join} WHERE ${conditions.quickSql}
                   ORDER BY ${orderBy} LIMIT ${steps})`;
  return ids(manager, `${first} AS f ${join} WHERE ${conditions.slowSql}`, { ...wanted, conditions });
}

async function ids(
  manager: EntityManager,
  from: string,
  { conditions: { values }, order, limit, offset }: Wanted & { conditions: Conditions },
): Promise<number[]> {
  const rows = await manager.query<Row[]>(
    `SELECT f.member_id FROM ${from}
      ORDER BY ${order.orderBy} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, limit, offset],
  );
  return rows.map((row) => integerOf(row, 'member_id'));
}
