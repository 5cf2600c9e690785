import { isHeld } from '@clearwatch/contracts/retention';
import type { RetainedData } from '@clearwatch/contracts/retention.dto';
import { firstRetainedDay } from '@clearwatch/domain/retention-period';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { StatusSource } from '@clearwatch/service-kit/health/service-health.controller';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AnalyticsEnvironment } from '../analytics-environment.ts';

const LEDGER = new RowReader({ integer: ['version'], 'day?': ['asOf'] });
const RETAINED = new RowReader({
  integer: ['count', 'pastCount', 'withheldCount', 'nextCount'],
  'day?': ['oldestDay', 'nextDay'],
});

const UNDATED_SQL = `event_date IS NULL AND created_at < $1::date`;

/** Few entries are past their retention period, because those without a hold were purged the day before. */
const RETAINED_SQL = `
  WITH held AS (SELECT day, entries FROM analytics.ledger_days WHERE day > '-infinity' AND day < 'infinity'),
       next AS (SELECT min(day) AS day, (min(day) + make_interval(years => $2))::date + 1 AS removal
                  FROM held WHERE day >= $1::date),
       undated AS (SELECT count(*) AS entries FROM ledger.transactions WHERE ${UNDATED_SQL})
  SELECT (SELECT coalesce(sum(entries), 0) FROM analytics.ledger_days) AS count,
         (SELECT min(day)::text FROM held) AS oldest_day,
         (SELECT coalesce(sum(entries), 0) FROM held WHERE day < $1::date) + (SELECT entries FROM undated) AS past_count,
         (SELECT count(*) FROM ledger.transactions t
           WHERE (t.event_date < $1::date OR (t.${UNDATED_SQL}))
             AND (${isHeld('t.account_number')}
                  OR EXISTS (SELECT FROM analytics.evidence_entries e WHERE e.transaction_id = t.id))) AS withheld_count,
         (SELECT removal::text FROM next) AS next_day,
         (SELECT coalesce(sum(entries), 0) FROM held, next
           WHERE held.day >= next.day AND held.day + make_interval(years => $2) < next.removal) AS next_count`;

@Injectable()
export class AnalyticsStatus implements StatusSource {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly today: Today,
    @Inject(ENVIRONMENT) private readonly environment: AnalyticsEnvironment,
  ) {}

  async facts(): ReturnType<StatusSource['facts']> {
    const ledger = await LEDGER.one(
      this.database,
      `SELECT (SELECT version FROM analytics.ledger_state) AS version,
              (SELECT max(day)::text FROM analytics.ledger_days WHERE day > '-infinity' AND day <= $1) AS as_of`,
      [this.today.day()],
    );
    return { ledger };
  }

  /** Entries that the next purge will remove, counted the same way; if there are none, the first entries that will be due. */
  async retained(): Promise<RetainedData> {
    const today = this.today.day();
    const years = this.environment.TRANSACTIONS_KEPT_YEARS;
    const parameters = [firstRetainedDay(today, years), years];
    const { pastCount, nextDay, nextCount, ...retained } = await RETAINED.one(this.database, RETAINED_SQL, parameters);
    const due = pastCount - retained.withheldCount;
    return {
      ...retained,
      nextRemovalDay: due > 0 ? today : nextDay,
      nextRemovalCount: due > 0 ? due : nextCount,
      lastPurge: await this.lastPurge(),
    };
  }

  /** The last purge of the ledger, including what this service removed on that day. */
  private async lastPurge(): Promise<RetainedData['lastPurge']> {
    const ledger = await new PurgeRuns(this.database, 'ledger').last();
    const alerts = await new PurgeRuns(this.database, 'analytics').last();
    if (ledger === null || alerts === null || alerts.day !== ledger.day) return ledger;
    const { day, startedAt, finishedAt, failure, removed } = ledger;
    return { day, startedAt, finishedAt, failure, removed: [...removed, ...alerts.removed] };
  }
}
