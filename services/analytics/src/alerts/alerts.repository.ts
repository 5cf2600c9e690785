import { type AlertEvidence, REVIEW_OUTCOMES, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { ALERT_STEPS, type UnusualActivity, type UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import type { Period } from '@clearwatch/domain/calendar/period';
import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import { sarDueDay } from '@clearwatch/domain/detection/review-outcomes';
import { displayName } from '@clearwatch/domain/members/member-names';
import { queryInteger, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { localDay } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { SqlConditions } from '../list-figures/list-conditions.ts';
import { ALERT_ORDERS, type AlertSort } from './alert-list.query.ts';

export const IS_LOCKED_SQL = 'coalesce(a.locked_until > now(), false)';

const ALERT_COLUMNS = `a.id, a.account_number, a.transaction_id, a.activity_type, a.amount, a.percentage_change,
  a.risk_level, a.description, a.reviewed, a.review_outcome, a.review_note, a.reviewed_by_name AS reviewed_by, a.reviewed_at,
  a.activity_date::text, a.created_at, a.assignee_id, a.assignee_name AS assignee,
  CASE WHEN ${IS_LOCKED_SQL} THEN a.locked_until END AS locked_until,
  m.id AS member_id, m.first_name, m.last_name, m.company`;
const JOIN_MEMBER = 'LEFT JOIN ledger.members m ON m.account_number = a.account_number';

const ALERT = new RowReader({
  integer: ['id', 'transactionId'],
  'integer?': ['memberId', 'assigneeId'],
  text: ['accountNumber', 'activityType', 'description'],
  'text?': ['reviewNote', 'reviewedBy', 'assignee', 'firstName', 'lastName', 'company'],
  words: { riskLevel: RISK_LEVELS },
  'words?': { reviewOutcome: REVIEW_OUTCOMES },
  money: ['amount'],
  'money?': ['percentageChange'],
  boolean: ['reviewed'],
  day: ['activityDate'],
  instant: ['createdAt'],
  'instant?': ['reviewedAt', 'lockedUntil'],
});
const STEP = new RowReader({
  words: { step: ALERT_STEPS },
  'words?': { outcome: REVIEW_OUTCOMES },
  instant: ['at'],
  text: ['by'],
  'text?': ['note'],
});
const COUNT = new RowReader({
  text: ['activityType'],
  words: { riskLevel: RISK_LEVELS },
  boolean: ['reviewed'],
  integer: ['alerts'],
});
const LEDGER_TOTALS = new RowReader({ integer: ['transactions', 'accounts'] });
const LOCATION = new RowReader({
  text: ['accountNumber'],
  day: ['windowFirst', 'windowLast'],
  'day?': ['ledgerFirst', 'ledgerLast'],
});
const ACCOUNT_DAY = new RowReader({ day: ['day'], money: ['credits', 'debits'] });

export type AlertCountGroup = ReadRow<typeof COUNT>;

function toAlert({ firstName, lastName, company, ...alert }: ReadRow<typeof ALERT>): UnusualActivity {
  const { accountNumber, reviewOutcome: outcome, createdAt } = alert;
  return {
    ...alert,
    memberName: displayName({ firstName, lastName, company, accountNumber }),
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    sarDueOn: sarDueDay({ outcome, detectedOn: localDay(new Date(createdAt)) }),
  };
}

export function alertNotFound(): AppError {
  return new AppError('not_found', 'No alert has this number.');
}

/** The audit log contains only the alert number, because a description could identify a member. */
export function alertAuditSubject(id: number) {
  return { type: 'alert', id } as const;
}

const MAX_OTHER_ALERTS = 20;

@Injectable()
export class AlertsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Takes one pass over the index `unusual_activities_counted` and returns at most a hundred groups. */
  countGroups(): Promise<AlertCountGroup[]> {
    return COUNT.all(
      this.database,
      `SELECT activity_type, risk_level, reviewed, count(*) AS alerts
         FROM analytics.counted_alerts GROUP BY activity_type, risk_level, reviewed`,
    );
  }

  /** Number of entries according to the daily rollups, and number of accounts as of the last member list refresh. */
  ledgerTotals() {
    return LEDGER_TOTALS.one(
      this.database,
      `SELECT (SELECT coalesce(sum(entries), 0) FROM analytics.ledger_days) AS transactions,
              coalesce((SELECT members FROM analytics.list_state), 0) AS accounts`,
    );
  }

  countOf({ sql, values }: SqlConditions): Promise<number> {
    const count = `SELECT count(*) FROM analytics.unusual_activities a WHERE ${sql}`;
    return queryInteger(this.database, count, values);
  }

  async page({ sql, values }: SqlConditions, { sort, limit, offset }: Page & { sort: AlertSort }) {
    const order = ALERT_ORDERS[sort];
    const rows = await ALERT.all(
      this.database,
      `WITH page AS (
         SELECT a.id FROM analytics.unusual_activities a WHERE ${sql}
          ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})
       SELECT ${ALERT_COLUMNS} FROM page JOIN analytics.unusual_activities a USING (id) ${JOIN_MEMBER}
        ORDER BY ${order}`,
      values,
    );
    return rows.map(toAlert);
  }

  async findDetail(id: number): Promise<UnusualActivityDetail> {
    // A single statement, so that the history and the status are consistent.
    const [row] = await this.database.query<Row[]>(
      `SELECT ${ALERT_COLUMNS}, a.evidence,
              (SELECT coalesce(jsonb_agg(jsonb_build_object('step', s.step, 'at', s.at, 'by', s.by_name,
                        'outcome', s.outcome, 'note', s.note) ORDER BY s.id), '[]')
                 FROM analytics.alert_steps s WHERE s.alert_id = a.id) AS history
         FROM analytics.unusual_activities a ${JOIN_MEMBER} WHERE a.id = $1`,
      [id],
    );
    if (row === undefined) throw alertNotFound();
    const { evidence, history } = row;
    if (typeof evidence !== 'object' || evidence === null)
      throw new TypeError('The evidence column must contain an object');
    // This service wrote the evidence, so its shape matches the rule version stored in it.
    return Object.assign(toAlert(ALERT.read(row)), {
      evidence: evidence as AlertEvidence,
      history: (history as Row[]).map(STEP.read),
    });
  }

  async find(manager: EntityManager, id: number): Promise<UnusualActivity> {
    const row = await ALERT.first(
      manager,
      `SELECT ${ALERT_COLUMNS} FROM analytics.unusual_activities a ${JOIN_MEMBER} WHERE a.id = $1`,
      [id],
    );
    if (row === null) throw alertNotFound();
    return toAlert(row);
  }

  /** First and last days of the alert's window (the trigger day if the evidence has no window) and of the ledger. */
  locate(id: number) {
    return LOCATION.first(
      this.database,
      `SELECT a.account_number,
              coalesce(a.evidence -> 'window' ->> 'firstDay', a.activity_date::text) AS window_first,
              coalesce(a.evidence -> 'window' ->> 'lastDay', a.activity_date::text) AS window_last,
              (SELECT min(day)::text FROM analytics.ledger_days WHERE day > '-infinity') AS ledger_first,
              (SELECT max(day)::text FROM analytics.ledger_days WHERE day > '-infinity') AS ledger_last
         FROM analytics.unusual_activities a WHERE a.id = $1`,
      [id],
    );
  }

  daysOf(accountNumber: string, { firstDay, lastDay }: Period) {
    return ACCOUNT_DAY.all(
      this.database,
      `SELECT day::text, credits, debits FROM analytics.account_days
        WHERE account_number = $1 AND day BETWEEN $2 AND $3 AND credit_count + debit_count > 0
        ORDER BY day`,
      [accountNumber, firstDay, lastDay],
    );
  }

  /** Other alerts for the member, newest first; only those on the account if too many accounts share the name. */
  async otherAlertsOf(id: number): Promise<UnusualActivity[]> {
    const rows = await ALERT.all(
      this.database,
      `WITH own AS (
              SELECT a.account_number, m.member_key FROM analytics.unusual_activities a ${JOIN_MEMBER} WHERE a.id = $1),
            named AS (
              SELECT account_number FROM ledger.members WHERE member_key = (SELECT member_key FROM own)
               LIMIT ${MAX_ACCOUNTS_PER_MEMBER + 1}),
            accounts AS (
              SELECT account_number FROM own UNION
              SELECT account_number FROM named WHERE (SELECT count(*) FROM named) <= ${MAX_ACCOUNTS_PER_MEMBER})
       SELECT ${ALERT_COLUMNS}
         FROM analytics.counted_alerts a ${JOIN_MEMBER}
        WHERE a.account_number IN (SELECT account_number FROM accounts) AND a.id <> $1
        ORDER BY a.activity_date DESC, a.id DESC LIMIT ${MAX_OTHER_ALERTS}`,
      [id],
    );
    return rows.map(toAlert);
  }
}
