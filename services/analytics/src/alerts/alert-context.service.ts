import type { AccountDay, AlertContext, UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { addDays } from '@clearwatch/domain/calendar/day';
import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import { dayOf, moneyOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ALERT_COLUMNS, alertNotFound, JOIN_MEMBER, toAlert } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';

const MAX_OTHER_ALERTS = 20;

export interface DayRange {
  firstDay: string;
  lastDay: string;
}

/** Where and when an alert lies. */
interface AlertLocation {
  accountNumber: string;
  /** Days of its entries; the day of its trigger when the evidence does not say. */
  window: DayRange;
  /** Null while no entry of the ledger has a date. */
  ledger: DayRange | null;
}

@Injectable()
export class AlertContextRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async placeOf(id: number): Promise<AlertLocation | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT a.account_number,
              coalesce(a.evidence -> 'window' ->> 'firstDay', a.activity_date::text) AS window_first,
              coalesce(a.evidence -> 'window' ->> 'lastDay', a.activity_date::text) AS window_last,
              (SELECT min(day)::text FROM analytics.ledger_days WHERE day > '-infinity') AS ledger_first,
              (SELECT max(day)::text FROM analytics.ledger_days WHERE day > '-infinity') AS ledger_last
         FROM analytics.unusual_activities a WHERE a.id = $1`,
      [id],
    );
    return row === undefined ? null : toAlertLocation(row);
  }

  /** Days on which money moved on the account, oldest first. */
  async daysOf(accountNumber: string, { firstDay, lastDay }: DayRange): Promise<AccountDay[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT day::text, credits, debits FROM analytics.account_days
        WHERE account_number = $1 AND day BETWEEN $2 AND $3 AND credit_count + debit_count > 0
        ORDER BY day`,
      [accountNumber, firstDay, lastDay],
    );
    return rows.map((row) => ({
      day: dayOf(row, 'day'),
      credits: moneyOf(row, 'credits'),
      debits: moneyOf(row, 'debits'),
    }));
  }

  /**
   * Other alerts of all accounts of the member, newest first. As in detection, a name borne by too many accounts says
   * nothing about a person: then those of the account alone.
   */
  async otherAlertsOf(id: number): Promise<UnusualActivity[]> {
    const rows = await this.database.query<Row[]>(
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

function toAlertLocation(row: Row): AlertLocation {
  const ledgerFirst = nullable(dayOf, row, 'ledger_first');
  return {
    accountNumber: textOf(row, 'account_number'),
    window: { firstDay: dayOf(row, 'window_first'), lastDay: dayOf(row, 'window_last') },
    ledger: ledgerFirst === null ? null : { firstDay: ledgerFirst, lastDay: dayOf(row, 'ledger_last') },
  };
}

/** The normal that most rules compare with covers 90 days; a month more shows how it came to be. */
const DAYS_BEFORE = 120;
const DAYS_AFTER = 30;

@Injectable()
export class AlertContextService {
  constructor(
    private readonly repository: AlertContextRepository,
    private readonly alerts: AlertsService,
  ) {}

  /** Looking at them is looking at the alert. @throws AppError `not_found` */
  async read(actor: Actor, id: number): Promise<AlertContext> {
    const surroundings = await this.of(id);
    await this.alerts.recordView(actor, id);
    return surroundings;
  }

  /** For whoever writes down himself who sees them. @throws AppError `not_found` */
  async of(id: number): Promise<AlertContext> {
    const place = await this.repository.placeOf(id);
    if (place === null) throw alertNotFound();
    const stretch = contextDays(place);
    const [days, otherAlerts] = await Promise.all([
      this.repository.daysOf(place.accountNumber, stretch),
      this.repository.otherAlertsOf(id),
    ]);
    return { ...stretch, days, otherAlerts };
  }
}

/** From 120 days before the window to 30 after it, as far as the ledger reaches; the window is never cut. */
function contextDays({ window, ledger }: AlertLocation): { firstDay: string; lastDay: string } {
  const [wantedFirst, wantedLast] = [
    addDays(window.firstDay, -DAYS_BEFORE),
    addDays(window.lastDay, DAYS_AFTER),
  ];
  if (ledger === null) return window;
  return {
    firstDay: earlier(window.firstDay, later(wantedFirst, ledger.firstDay)),
    lastDay: later(window.lastDay, earlier(wantedLast, ledger.lastDay)),
  };
}

const earlier = (left: string, right: string) => (left < right ? left : right);
const later = (left: string, right: string) => (left > right ? left : right);
