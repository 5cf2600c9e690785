import type { RetainedData } from '@clearwatch/contracts/internal/service-status';
import { dayOf, integerOf, nullable, type Row } from '@clearwatch/service-kit/database/row';
import type { StatusSource } from '@clearwatch/service-kit/health/status-source';
import { Today } from '@clearwatch/service-kit/time/today';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** How long transaction data are to be kept (spec section 9, data retention). */
const KEPT_YEARS = 7;

/** What analytics knows of the system: how far the ledger reaches, and which of its days are the oldest. */
@Injectable()
export class AnalyticsStatus implements StatusSource {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly today: Today,
  ) {}

  async facts(): ReturnType<StatusSource['facts']> {
    const [row = {}] = await this.database.query<Row[]>(
      `SELECT (SELECT version FROM analytics.ledger_state) AS version,
              (SELECT max(day)::text FROM analytics.ledger_days WHERE day > '-infinity' AND day <= $1) AS as_of`,
      [this.today.day()],
    );
    return { ledger: { version: integerOf(row, 'version'), asOf: nullable(dayOf, row, 'as_of') } };
  }

  /** Due is what is older than its time today; when nothing is yet, what will be first. */
  async retained(): Promise<RetainedData> {
    const [row = {}] = await this.database.query<Row[]>(
      `WITH held AS (SELECT day, entries FROM analytics.ledger_days WHERE day > '-infinity' AND day < 'infinity'),
            oldest AS (SELECT min(day) AS day FROM held),
            removal AS (SELECT greatest((day + make_interval(years => ${KEPT_YEARS}))::date + 1, $1::date) AS day
                          FROM oldest WHERE day IS NOT NULL)
       SELECT (SELECT coalesce(sum(entries), 0) FROM analytics.ledger_days) AS count,
              (SELECT day::text FROM oldest) AS oldest_day,
              (SELECT day::text FROM removal) AS removal_day,
              (SELECT coalesce(sum(entries), 0) FROM held, removal
                WHERE held.day + make_interval(years => ${KEPT_YEARS}) < removal.day) AS removal_count`,
      [this.today.day()],
    );
    return {
      count: integerOf(row, 'count'),
      oldestDay: nullable(dayOf, row, 'oldest_day'),
      nextRemovalDay: nullable(dayOf, row, 'removal_day'),
      nextRemovalCount: integerOf(row, 'removal_count'),
    };
  }
}
