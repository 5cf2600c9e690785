import { mentionsHeldAccount } from '@clearwatch/contracts/retention';
import type { RetainedData } from '@clearwatch/contracts/retention.dto';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { StatusSource } from '@clearwatch/service-kit/health/service-health.controller';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { REPORT_TEXT_SQL, REPORTS_KEPT_YEARS } from '../ai-reports/report-expiry.service.ts';

const RETAINED = new RowReader({
  integer: ['count', 'nextRemovalCount', 'withheldCount'],
  'day?': ['oldestDay', 'nextRemovalDay'],
});

@Injectable()
export class ReportsStatus implements Pick<StatusSource, 'retained'> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly today: Today,
  ) {}

  /** Reports are removed on the day after their retention ends, as `ReportExpiryService` does. */
  async retained(): Promise<RetainedData> {
    const retained = await RETAINED.one(
      this.database,
      `WITH held AS (SELECT coalesce(generated_at, requested_at)::date AS day, ${mentionsHeldAccount(REPORT_TEXT_SQL)} AS is_withheld
                        FROM reports.ai_reports r),
            oldest AS (SELECT min(day) AS day FROM held WHERE NOT is_withheld),
            removal AS (SELECT greatest((day + make_interval(years => ${REPORTS_KEPT_YEARS}))::date + 1, $1::date) AS day
                          FROM oldest WHERE day IS NOT NULL)
       SELECT (SELECT count(*) FROM held) AS count,
              (SELECT min(day)::text FROM held) AS oldest_day,
              (SELECT day::text FROM removal) AS next_removal_day,
              (SELECT count(*) FROM held, removal
                WHERE NOT is_withheld AND held.day + make_interval(years => ${REPORTS_KEPT_YEARS}) < removal.day) AS next_removal_count,
              (SELECT count(*) FROM held WHERE is_withheld AND held.day + make_interval(years => ${REPORTS_KEPT_YEARS}) < $1::date)
                AS withheld_count`,
      [this.today.day()],
    );
    return { ...retained, lastPurge: await new PurgeRuns(this.database, 'reports').last() };
  }
}
