import { REVIEW_OUTCOMES, type ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { AlertStep } from '@clearwatch/contracts/alerts.dto';
import { queryIntegers, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RISK_RANK } from './alert-list.query.ts';
import { IS_LOCKED_SQL } from './alerts.repository.ts';

const STATE = new RowReader({
  integer: ['id'],
  'integer?': ['assigneeId'],
  boolean: ['reviewed', 'isLocked'],
  'words?': { outcome: REVIEW_OUTCOMES },
  'text?': ['note', 'reviewedBy', 'assigneeName'],
  'instant?': ['reviewedAt'],
});

/** An alert whose row the caller has locked. While `isLocked` is true, only the assignee may review the alert. */
export type AlertState = ReadRow<typeof STATE>;

/** Without an outcome, the alert is only marked as reviewed. */
export interface AlertReview {
  outcome: ReviewOutcome | null;
  note: string | null;
}

export interface Step extends Partial<AlertReview> {
  step: AlertStep;
}

/** Long enough to read the evidence and make a phone call. An open screen renews the lock; a closed one does not. */
const LOCK_MINUTES = 15;

const NO_ASSIGNEE = 'assignee_id = NULL, assignee_name = NULL, locked_until = NULL';
/** Same order as the index `unusual_activities_queue`: highest risk first, then the earliest trigger day. */
const QUEUE_ORDER = `${RISK_RANK}, a.activity_date, a.id`;
const OPEN_ALERTS = 'SELECT a.id FROM analytics.unusual_activities a WHERE NOT a.reviewed';

/** An advisory lock number: arbitrary, but unique and never changed. */
const NEXT_LOCK = 1_926_004;

/** Saves decisions and assignments to rows that the caller has locked. A decision ends the assignment. */
@Injectable()
export class AlertDecisionsRepository {
  /** Locks the given alerts that exist, in order of their numbers. Analyses use the same order to prevent deadlocks. */
  lock(manager: EntityManager, ids: readonly number[]): Promise<AlertState[]> {
    return STATE.all(
      manager,
      `SELECT a.id, a.reviewed, a.review_outcome AS outcome, a.review_note AS note, a.reviewed_by_name AS reviewed_by,
              a.reviewed_at, a.assignee_id, a.assignee_name, ${IS_LOCKED_SQL} AS is_locked
         FROM analytics.unusual_activities a WHERE a.id = ANY ($1::bigint[])
        ORDER BY a.id FOR NO KEY UPDATE`,
      [ids],
    );
  }

  /** Steps are never changed. They are deleted with their alert. */
  async addSteps(
    manager: EntityManager,
    actor: Actor,
    ids: readonly number[],
    { step, outcome = null, note = null }: Step,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.alert_steps (alert_id, step, by_id, by_name, outcome, note)
       SELECT id, $2, $3, $4, $5, $6 FROM unnest($1::bigint[]) AS id`,
      [ids, step, actor.userId, actor.username, outcome, note],
    );
  }

  async setReviewed(
    manager: EntityManager,
    { userId, username }: Actor,
    ids: readonly number[],
    { outcome, note }: AlertReview,
  ): Promise<void> {
    await manager.query(
      `UPDATE analytics.unusual_activities
          SET reviewed = true, review_outcome = $2, review_note = $3, reviewed_by = $4, reviewed_by_name = $5,
              reviewed_at = now(), ${NO_ASSIGNEE}
        WHERE id = ANY ($1::bigint[])`,
      [ids, outcome, note, userId, username],
    );
  }

  async setOpen(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      `UPDATE analytics.unusual_activities
          SET reviewed = false, review_outcome = NULL, review_note = NULL, reviewed_by = NULL, reviewed_by_name = NULL,
              reviewed_at = NULL, ${NO_ASSIGNEE}
        WHERE id = $1`,
      [id],
    );
  }

  async assign(manager: EntityManager, { userId, username }: Actor, id: number): Promise<void> {
    await manager.query(
      `UPDATE analytics.unusual_activities
          SET assignee_id = $2, assignee_name = $3, locked_until = now() + make_interval(mins => ${LOCK_MINUTES})
        WHERE id = $1`,
      [id, userId, username],
    );
  }

  async release(manager: EntityManager, id: number): Promise<void> {
    await manager.query(`UPDATE analytics.unusual_activities SET ${NO_ASSIGNEE} WHERE id = $1`, [id]);
  }

  /**
   * Finds an open alert assigned to the user, even if its lock has expired, or otherwise the first one without a lock.
   * Skips rows held by other transactions, so that simultaneous users get different alerts. Waits if all rows are held,
   * such as while an analysis saves alerts. Two requests by one user run one after the other and get the same alert.
   */
  async lockNext(manager: EntityManager, { userId }: Actor): Promise<number | null> {
    await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [NEXT_LOCK, userId]);
    const first = async (condition: string, locking: string, parameters: unknown[] = []) =>
      (
        await queryIntegers(
          manager,
          `${OPEN_ALERTS} AND ${condition} ORDER BY ${QUEUE_ORDER} LIMIT 1 FOR NO KEY UPDATE ${locking}`,
          parameters,
        )
      )[0];
    const isFree = `NOT ${IS_LOCKED_SQL}`;
    return (
      (await first('a.assignee_id = $1', '', [userId])) ??
      (await first(isFree, 'SKIP LOCKED')) ??
      (await first(isFree, '')) ??
      null
    );
  }
}
