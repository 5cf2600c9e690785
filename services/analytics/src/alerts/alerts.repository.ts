import type { ReviewOutcome } from '@clearwatch/contracts/fraud/review-outcome';
import type { UnusualActivity, UnusualActivityDetail } from '@clearwatch/contracts/http/unusual-activities';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { AlertFilter } from './alert-filter.ts';
import { type AlertSort, orderBy } from './alert-order.ts';
import { toAlert, toAlertDetail } from './to-alert.ts';

const COLUMNS = `a.id, a.account_number, a.transaction_id, a.activity_type, a.amount, a.percentage_change,
  a.risk_level, a.description, a.reviewed, a.review_outcome, a.review_note, a.reviewed_by_name, a.reviewed_at,
  a.activity_date::text, a.created_at, a.assignee_id, a.assignee_name,
  CASE WHEN a.locked_until > now() THEN a.locked_until END AS locked_until,
  CASE WHEN a.review_outcome IN ('suspicious', 'escalated') THEN (a.created_at::date + 30)::text END AS sar_due_on, m.id AS member_id, m.first_name, m.last_name, m.company`;
const WITH_MEMBER = 'LEFT JOIN ledger.members m ON m.account_number = a.account_number';

export interface Review {
  outcome: ReviewOutcome | null;
  note: string | null;
}

@Injectable()
export class AlertsRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async countOf({ condition, values }: AlertFilter): Promise<number> {
    const [row] = await this.database.query<Row[]>(
      `SELECT count(*) AS total FROM analytics.unusual_activities a WHERE ${condition}`,
      values,
    );
    return row === undefined ? 0 : integerOf(row, 'total');
  }

  async page(
    { condition, values }: AlertFilter,
    wanted: { sort: AlertSort; offset: number; limit: number },
  ): Promise<UnusualActivity[]> {
    const order = orderBy(wanted.sort);
    const rows = await this.database.query<Row[]>(
      `WITH page AS (
         SELECT a.id FROM analytics.unusual_activities a WHERE ${condition}
          ORDER BY ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2})
       SELECT ${COLUMNS} FROM page JOIN analytics.unusual_activities a USING (id) ${WITH_MEMBER}
        ORDER BY ${order}`,
      [...values, wanted.limit, wanted.offset],
    );
    return rows.map(toAlert);
  }

  async withEvidence(id: number): Promise<UnusualActivityDetail | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT ${COLUMNS}, a.evidence FROM analytics.unusual_activities a ${WITH_MEMBER} WHERE a.id = $1`,
      [id],
    );
    return row === undefined ? null : toAlertDetail(row);
  }

  /** True for the one review that counts; false when the alert was reviewed before or does not exist. */
  async reviewIfOpen(actor: Actor, id: number, review: Review): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const [, changed] = await manager.query<[Row[], number]>(
        `UPDATE analytics.unusual_activities
            SET reviewed = true, review_outcome = $2, review_note = $3, reviewed_by = $4, reviewed_by_name = $5,
                reviewed_at = now()
          WHERE id = $1 AND NOT reviewed`,
        [id, review.outcome, review.note, actor.userId, actor.username],
      );
      if (changed !== 1) return false;
      // The note is about a member and stays with the alert.
      const entry = { action: 'alert.reviewed', detail: { outcome: review.outcome } } as const;
      await this.trail.record(actor, { ...entry, subject: subjectOf(id) }, manager);
      return true;
    });
  }

  async recordViewed(actor: Actor, id: number): Promise<void> {
    // It describes nothing that is stored, so it stands alone.
    await this.trail.record(actor, { action: 'alert.viewed', subject: subjectOf(id) }, this.database);
  }
}

/** By its number alone: a description names a member. */
function subjectOf(id: number) {
  return { type: 'alert', id } as const;
}
