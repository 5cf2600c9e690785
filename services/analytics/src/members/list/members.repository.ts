import { RISK_LEVELS } from '@clearwatch/contracts/fraud/risk-level';
import type { MemberRow } from '@clearwatch/contracts/http/members';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import type { Page } from '@clearwatch/service-kit/http/page-query';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Conditions } from '../../list-figures/conditions.ts';
import type { ListState } from '../../list-figures/list-state.ts';
import { JOIN_BEARERS, MEMBER_COLUMNS, toMemberRow } from '../to-member-row.ts';
import type { MemberOrder } from './member-order.ts';

@Injectable()
export class MembersRepository {
  async countOf(manager: EntityManager, { sql, values }: Conditions): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT count(*) AS total FROM analytics.member_figures f WHERE ${sql}`,
      values,
    );
    return integerOf(row, 'total');
  }

  /**
   * Which rows are on a page. That is found in an index alone wherever it holds what is asked; far pages are far in it. The
   * planner takes filters and order for independent, though, and walks an order at whose far end all of them lie: few rows
   * (`areFew`) are therefore gathered and sorted.
   */
  async idsOnPage(
    manager: EntityManager,
    { sql, values }: Conditions,
    { limit, offset, order, areFew }: Page & { order: MemberOrder; areFew: boolean },
  ): Promise<number[]> {
    const gathered = `WITH f AS MATERIALIZED (SELECT * FROM analytics.member_figures f WHERE ${sql})
      SELECT f.member_id FROM f ${order.join}`;
    const met = `SELECT f.member_id FROM analytics.member_figures f ${order.join} WHERE ${sql}`;
    const rows = await manager.query<Row[]>(
      `${areFew ? gathered : met} ORDER BY ${order.orderBy} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, limit, offset],
    );
    return rows.map((row) => integerOf(row, 'member_id'));
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
