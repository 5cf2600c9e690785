import { REVIEW_OUTCOMES, type ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { AlertStep, ReviewRequest } from '@clearwatch/contracts/alerts.dto';
import {
  booleanOf,
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RISK_RANK } from './alert-list.query.ts';
import { IS_LOCKED_SQL } from './alerts.repository.ts';

/** An alert as far as decisions about it depend on it, while its row is locked. */
export interface AlertState {
  id: number;
  reviewed: boolean;
  outcome: ReviewOutcome | null;
  note: string | null;
  reviewedBy: string | null;
  reviewedAt: string | null;
  /** Who has taken it on, and whether he alone may decide at this moment. */
  assignee: { id: number; name: string; isWorking: boolean } | null;
}

/** Name of somebody else who works on the alert now; null when `actor` may decide. */
export function activeAssigneeOtherThan({ assignee }: AlertState, { userId }: Actor): string | null {
  return assignee !== null && assignee.isWorking && assignee.id !== userId ? assignee.name : null;
}

const STATE_COLUMNS = `a.id, a.reviewed, a.review_outcome, a.review_note, a.reviewed_by_name, a.reviewed_at,
  a.assignee_id, a.assignee_name, ${IS_LOCKED_SQL} AS is_working`;

interface Step {
  step: AlertStep;
  outcome?: ReviewOutcome | null;
  note?: string | null;
}

/** What somebody wrote, without blanks around it; null for nothing. @throws AppError `bad_request` */
export function trimmedText(what: string, text: string | undefined): string | null {
  // PostgreSQL's text cannot hold it, and no keyboard types it.
  if (text?.includes('\0'))
    throw new AppError('bad_request', `The ${what} holds a character that is not text.`);
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** A decision about an alert; without an outcome it is marked as seen. */
export interface AlertReview {
  outcome: ReviewOutcome | null;
  note: string | null;
}

/** @throws AppError `bad_request` */
export function toAlertReview({ outcome, note }: ReviewRequest): AlertReview {
  return { outcome: outcome ?? null, note: trimmedText('note', note) };
}

/** Whether a review adds nothing to the decision that stands. */
export function isSameDecision(review: AlertReview, standing: AlertReview): boolean {
  if (review.outcome === null && review.note === null) return true;
  return review.outcome === standing.outcome && (review.note === null || review.note === standing.note);
}

/** Long enough to read and telephone; an open screen renews it, and a closed one gives the alert free by itself. */
const LOCK_MINUTES = 15;

/** As the index `unusual_activities_queue`: the riskiest first, of these what has waited longest. */
const QUEUE_ORDER = `${RISK_RANK}, a.activity_date, a.id`;
const OPEN_ALERTS = 'SELECT a.id FROM analytics.unusual_activities a WHERE NOT a.reviewed';

/** Arbitrary, fixed and ours: one person's presses of "next" stand in line under it. */
const NEXT_LOCK = 1_926_004;

/** Locks alerts and writes decisions and assignments to rows that the caller has locked. A decision ends an assignment. */
@Injectable()
export class AlertDecisionsRepository {
  /**
   * Locks these alerts until the end of the transaction, in the order of their numbers: whoever locks several, an analysis
   * too, keeps to it, so that nobody waits for anybody in a circle. Those that do not exist are left out.
   */
  async lock(manager: EntityManager, ids: readonly number[]): Promise<AlertState[]> {
    const rows = await manager.query<Row[]>(
      `SELECT ${STATE_COLUMNS} FROM analytics.unusual_activities a WHERE a.id = ANY ($1::bigint[])
        ORDER BY a.id FOR NO KEY UPDATE`,
      [ids],
    );
    return rows.map(toAlertState);
  }

  /** Adds to the history of alerts. Steps are never changed; they go with their alert. */
  async addSteps(manager: EntityManager, actor: Actor, ids: readonly number[], step: Step): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.alert_steps (alert_id, step, by_id, by_name, outcome, note)
       SELECT id, $2, $3, $4, $5, $6 FROM unnest($1::bigint[]) AS id`,
      [ids, step.step, actor.userId, actor.username, step.outcome ?? null, step.note ?? null],
    );
  }

  async setReviewed(
    manager: EntityManager,
    actor: Actor,
    ids: readonly number[],
    review: AlertReview,
  ): Promise<void> {
    await manager.query(
      `UPDATE analytics.unusual_activities
          SET reviewed = true, review_outcome = $2, review_note = $3, reviewed_by = $4, reviewed_by_name = $5,
              reviewed_at = now(), assignee_id = NULL, assignee_name = NULL, locked_until = NULL
        WHERE id = ANY ($1::bigint[])`,
      [ids, review.outcome, review.note, actor.userId, actor.username],
    );
  }

  async setOpen(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      `UPDATE analytics.unusual_activities
          SET reviewed = false, review_outcome = NULL, review_note = NULL, reviewed_by = NULL, reviewed_by_name = NULL,
              reviewed_at = NULL, assignee_id = NULL, assignee_name = NULL, locked_until = NULL
        WHERE id = $1`,
      [id],
    );
  }

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
        `${OPEN_ALERTS} AND a.assignee_id = $1 ORDER BY ${QUEUE_ORDER} LIMIT 1 FOR NO KEY UPDATE`,
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
    const free = `${OPEN_ALERTS} AND NOT ${IS_LOCKED_SQL} ORDER BY ${QUEUE_ORDER} LIMIT 1 FOR NO KEY UPDATE`;
    return (
      firstId(await manager.query<Row[]>(`${free} SKIP LOCKED`)) ?? firstId(await manager.query<Row[]>(free))
    );
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

function firstId([row]: readonly Row[]): number | null {
  return row === undefined ? null : integerOf(row, 'id');
}
