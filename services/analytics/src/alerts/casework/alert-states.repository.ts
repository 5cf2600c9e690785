import { REVIEW_OUTCOMES } from '@clearwatch/contracts/alerts';
import {
  booleanOf,
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IS_LOCKED } from '../row/alert-columns.sql.ts';
import type { AlertState } from './alert-state.ts';

const STATE = `a.id, a.reviewed, a.review_outcome, a.review_note, a.reviewed_by_name, a.reviewed_at,
  a.assignee_id, a.assignee_name, ${IS_LOCKED} AS is_working`;

@Injectable()
export class AlertStatesRepository {
  /**
   * Locks these alerts until the end of the transaction, in the order of their numbers: whoever locks several, an analysis
   * too, keeps to it, so that nobody waits for anybody in a circle. Those that do not exist are left out.
   */
  async lock(manager: EntityManager, ids: readonly number[]): Promise<AlertState[]> {
    const rows = await manager.query<Row[]>(
      `SELECT ${STATE} FROM analytics.unusual_activities a WHERE a.id = ANY ($1::bigint[])
        ORDER BY a.id FOR NO KEY UPDATE`,
      [ids],
    );
    return rows.map(toAlertState);
  }
}

function toAlertState(row: Row): AlertState {
  const assigneeId = nullable(integerOf, row, 'assignee_id');
  return {
    id: integerOf(row, 'id'),
    reviewed: booleanOf(row, 'reviewed'),
    outcome: nullable((r, c) => enumOf(REVIEW_OUTCOMES, r, c), row, 'review_outcome'),
    note: nullable(textOf, row, 'review_note'),
    reviewedBy: nullable(textOf, row, 'reviewed_by_name'),
    reviewedAt: nullable(instantOf, row, 'reviewed_at'),
    assignee:
      assigneeId === null
        ? null
        : { id: assigneeId, name: textOf(row, 'assignee_name'), isWorking: booleanOf(row, 'is_working') },
  };
}
