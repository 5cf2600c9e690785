import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RISK_RANK } from '../list/alert-order.ts';
import { IS_LOCKED } from '../row/alert-columns.sql.ts';

/** Long enough to read and telephone; an open screen renews it, and a closed one gives the alert free by itself. */
const LOCK_MINUTES = 15;

/** As the index `unusual_activities_queue`: the riskiest first, of these what has waited longest. */
const QUEUE = `${RISK_RANK}, a.activity_date, a.id`;
const OPEN = 'SELECT a.id FROM analytics.unusual_activities a WHERE NOT a.reviewed';

/** Arbitrary, fixed and ours: one person's presses of "next" stand in line under it. */
const NEXT_LOCK = 1_926_004;

@Injectable()
export class AssignmentsRepository {
  /** Of an alert whose row the caller has locked. */
  async assign(manager: EntityManager, { userId, username }: Actor, id: number): Promise<void> {
    await manager.query(
      `UPDATE analytics.unusual_activities
          SET assignee_id = $2, assignee_name = $3, locked_until = now() + make_interval(mins => ${LOCK_MINUTES})
        WHERE id = $1`,
      [id, userId, username],
    );
  }

  async release(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      `UPDATE analytics.unusual_activities SET assignee_id = NULL, assignee_name = NULL, locked_until = NULL
        WHERE id = $1`,
      [id],
    );
  }

  /** Two presses of one person get one alert: the second finds what the first took. */
  async lockNextOf(manager: EntityManager, { userId }: Actor): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [NEXT_LOCK, userId]);
  }

  /** What he has taken on and not decided, locked or not. */
  async ownUnfinished(manager: EntityManager, { userId }: Actor): Promise<number | null> {
    return firstId(
      await manager.query<Row[]>(
        `${OPEN} AND a.assignee_id = $1 ORDER BY ${QUEUE} LIMIT 1 FOR NO KEY UPDATE`,
        [userId],
      ),
    );
  }

  /**
   * The first open alert on which nobody works. Rows that somebody else is taking at this moment are passed over, so that
   * many at once get different ones; when all are, as while an analysis writes, their end is waited for: it need not be
   * somebody who takes them.
   */
  async firstFree(manager: EntityManager): Promise<number | null> {
    const free = `${OPEN} AND NOT ${IS_LOCKED} ORDER BY ${QUEUE} LIMIT 1 FOR NO KEY UPDATE`;
    return (
      firstId(await manager.query<Row[]>(`${free} SKIP LOCKED`)) ?? firstId(await manager.query<Row[]>(free))
    );
  }
}

function firstId([row]: readonly Row[]): number | null {
  return row === undefined ? null : integerOf(row, 'id');
}
