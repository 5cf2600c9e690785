import { RISK_LEVELS } from '@clearwatch/contracts/fraud/risk-level';
import type { MemberRow } from '@clearwatch/contracts/http/members';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import type { Page } from '@clearwatch/service-kit/http/page-query';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Conditions } from '../../list-figures/conditions.ts';
import type { ListState } from '../../list-figures/list-state.ts';
import { MEMBER_COLUMNS, toMemberRow } from '../to-member-row.ts';

@Injectable()
export class MembersRepository {
  async countOf(manager: EntityManager, { sql, values }: Conditions): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT count(*) AS total FROM analytics.member_figures f WHERE ${sql}`,
      values,
    );
    return integerOf(row, 'total');
  }

  async page(
    manager: EntityManager,
    { sql, values }: Conditions,
    wanted: Page & { order: string; state: ListState },
  ): Promise<MemberRow[]> {
    // Which rows are on the page is found in an index alone wherever that holds what is asked; far pages are far in it.
    const rows = await manager.query<Row[]>(
      `WITH page AS MATERIALIZED (
         SELECT f.member_id FROM analytics.member_figures f WHERE ${sql}
          ORDER BY ${wanted.order} LIMIT $${values.length + 1} OFFSET $${values.length + 2})
       SELECT ${MEMBER_COLUMNS}
         FROM page JOIN analytics.member_figures f USING (member_id) JOIN ledger.members m USING (account_number)
        ORDER BY ${wanted.order}`,
      [...values, wanted.limit, wanted.offset],
    );
    return rows.map((row) => toMemberRow(row, wanted.state));
  }

  async countHighRisk(manager: EntityManager): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      'SELECT count(*) AS total FROM analytics.member_figures WHERE risk = $1',
      [RISK_LEVELS.indexOf('high')],
    );
    return integerOf(row, 'total');
  }
}
