import {
  type AlertEvidence,
  REVIEW_OUTCOMES,
  RISK_LEVELS,
  type RiskLevel,
} from '@clearwatch/contracts/alerts';
import {
  ALERT_STEPS,
  type AlertHistoryItem,
  type UnusualActivity,
  type UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import { sarDueDay } from '@clearwatch/domain/detection/review-outcomes';
import { displayName } from '@clearwatch/domain/members/member-names';
import {
  booleanOf,
  dayOf,
  enumOf,
  instantOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { localDay } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { SqlConditions } from '../list-figures/list-conditions.ts';
import { type AlertSort, alertOrderBy } from './alert-list.query.ts';

/** How many alerts are of one type, risk and state. */
export interface AlertCountGroup {
  activityType: string;
  riskLevel: RiskLevel;
  reviewed: boolean;
  alerts: number;
}

/** A lock that has run out is none. */
export const IS_LOCKED_SQL = 'coalesce(a.locked_until > now(), false)';

/** What `toAlert` reads, of an alert `a` with its member `m`. */
export const ALERT_COLUMNS = `a.id, a.account_number, a.transaction_id, a.activity_type, a.amount, a.percentage_change,
  a.risk_level, a.description, a.reviewed, a.review_outcome, a.review_note, a.reviewed_by_name, a.reviewed_at,
  a.activity_date::text, a.created_at, a.assignee_id, a.assignee_name,
  CASE WHEN ${IS_LOCKED_SQL} THEN a.locked_until END AS locked_until,
  m.id AS member_id, m.first_name, m.last_name, m.company`;

export const JOIN_MEMBER = 'LEFT JOIN ledger.members m ON m.account_number = a.account_number';

/** One alert as staff sees it, with the name of the account's holder as the ledger knows it now. */
export function toAlert(row: Row): UnusualActivity {
  const accountNumber = textOf(row, 'account_number');
  const firstName = nullable(textOf, row, 'first_name') ?? '';
  const lastName = nullable(textOf, row, 'last_name') ?? '';
  const company = nullable(textOf, row, 'company');
  const createdAt = instantOf(row, 'created_at');
  const reviewOutcome = nullable((r, column) => enumOf(REVIEW_OUTCOMES, r, column), row, 'review_outcome');
  return {
    id: integerOf(row, 'id'),
    accountNumber,
    transactionId: integerOf(row, 'transaction_id'),
    activityType: textOf(row, 'activity_type'),
    amount: moneyOf(row, 'amount'),
    percentageChange: nullable(moneyOf, row, 'percentage_change'),
    riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
    description: textOf(row, 'description'),
    reviewed: booleanOf(row, 'reviewed'),
    reviewOutcome,
    reviewNote: nullable(textOf, row, 'review_note'),
    reviewedBy: nullable(textOf, row, 'reviewed_by_name'),
    reviewedAt: nullable(instantOf, row, 'reviewed_at'),
    activityDate: dayOf(row, 'activity_date'),
    createdAt,
    memberId: nullable(integerOf, row, 'member_id'),
    memberName: displayName({ firstName, lastName, company, accountNumber }),
    firstName,
    lastName,
    assigneeId: nullable(integerOf, row, 'assignee_id'),
    assignee: nullable(textOf, row, 'assignee_name'),
    lockedUntil: nullable(instantOf, row, 'locked_until'),
    sarDueOn: sarDueDay({ outcome: reviewOutcome, detectedOn: localDay(new Date(createdAt)) }),
  };
}

/** In one statement, so that the history is that of the alert beside it. */
const ALERT_WITH_HISTORY_SQL = `
  SELECT ${ALERT_COLUMNS}, a.evidence,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('step', s.step, 'at', s.at, 'by', s.by_name,
                   'outcome', s.outcome, 'note', s.note) ORDER BY s.id), '[]')
            FROM analytics.alert_steps s WHERE s.alert_id = a.id) AS history
    FROM analytics.unusual_activities a ${JOIN_MEMBER} WHERE a.id = $1`;

function toDetail(row: Row): UnusualActivityDetail {
  const evidence = row['evidence'];
  if (typeof evidence !== 'object' || evidence === null)
    throw new TypeError('Column evidence should be an object');
  // Both were written by this service; the shape of the evidence is versioned by the rule version inside.
  const history = (row['history'] as Row[]).map(toHistoryItem);
  return Object.assign(toAlert(row), { evidence: evidence as AlertEvidence, history });
}

function toHistoryItem(step: Row): AlertHistoryItem {
  return {
    step: enumOf(ALERT_STEPS, step, 'step'),
    at: instantOf(step, 'at'),
    by: textOf(step, 'by'),
    outcome: nullable((r, c) => enumOf(REVIEW_OUTCOMES, r, c), step, 'outcome'),
    note: nullable(textOf, step, 'note'),
  };
}

export function alertNotFound(): AppError {
  return new AppError('not_found', 'There is no alert with this number.');
}

/** An alert in the audit log: by its number alone, because a description names a member. */
export function alertAuditSubject(id: number) {
  return { type: 'alert', id } as const;
}

@Injectable()
export class AlertsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** One pass over the index `unusual_activities_counted`; at most a hundred groups. */
  async countGroups(): Promise<AlertCountGroup[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT activity_type, risk_level, reviewed, count(*) AS alerts
         FROM analytics.counted_alerts GROUP BY activity_type, risk_level, reviewed`,
    );
    return rows.map((row) => ({
      activityType: textOf(row, 'activity_type'),
      riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
      reviewed: booleanOf(row, 'reviewed'),
      alerts: integerOf(row, 'alerts'),
    }));
  }

  /** Entries by the daily rollups, and accounts as the list of members has counted them last. */
  async ledgerTotals(): Promise<{ transactions: number; accounts: number }> {
    const [row = {}] = await this.database.query<Row[]>(
      `SELECT (SELECT coalesce(sum(entries), 0) FROM analytics.ledger_days) AS transactions,
              coalesce((SELECT members FROM analytics.list_state), 0) AS accounts`,
    );
    return { transactions: integerOf(row, 'transactions'), accounts: integerOf(row, 'accounts') };
  }

  async countOf({ sql, values }: SqlConditions): Promise<number> {
    const [row = {}] = await this.database.query<Row[]>(
      `SELECT count(*) AS total FROM analytics.unusual_activities a WHERE ${sql}`,
      values,
    );
    return integerOf(row, 'total');
  }

  async page({ sql, values }: SqlConditions, wanted: Page & { sort: AlertSort }): Promise<UnusualActivity[]> {
    const order = alertOrderBy(wanted.sort);
    const rows = await this.database.query<Row[]>(
      `WITH page AS (
         SELECT a.id FROM analytics.unusual_activities a WHERE ${sql}
          ORDER BY ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2})
       SELECT ${ALERT_COLUMNS} FROM page JOIN analytics.unusual_activities a USING (id) ${JOIN_MEMBER}
        ORDER BY ${order}`,
      [...values, wanted.limit, wanted.offset],
    );
    return rows.map(toAlert);
  }

  async findDetail(id: number): Promise<UnusualActivityDetail | null> {
    const [row] = await this.database.query<Row[]>(ALERT_WITH_HISTORY_SQL, [id]);
    return row === undefined ? null : toDetail(row);
  }

  /** One alert without its evidence, as the transaction sees it. @throws AppError `not_found` */
  async find(manager: EntityManager, id: number): Promise<UnusualActivity> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${ALERT_COLUMNS} FROM analytics.unusual_activities a ${JOIN_MEMBER} WHERE a.id = $1`,
      [id],
    );
    if (row === undefined) throw alertNotFound();
    return toAlert(row);
  }
}
