import { mentionsHeldAccount } from '@clearwatch/contracts/retention';
import type { RetainedData } from '@clearwatch/contracts/system-status.dto';
import { dayOf, integerOf, nullable, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { StatusSource } from '@clearwatch/service-kit/health/service-health.controller';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { REPORT_TEXT_SQL, REPORTS_KEPT_YEARS } from '../ai-reports/report-expiry.service.ts';

/** What reports knows of the system: how old its AI reports are, and which of them leave next. */
@Injectable()
export class ReportsStatus implements Pick<StatusSource, 'retained'> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly today: Today,
  ) {}

  /** As `ReportExpiry` removes them: the day after the day on which their time is over. */
  async retained(): Promise<RetainedData> {
    const [row = {}] = await this.database.query<Row[]>(
      `WITH held AS (SELECT coalesce(generated_at, requested_at)::date AS day, ${mentionsHeldAccount(REPORT_TEXT_SQL)} AS is_withheld
                        FROM reports.ai_reports r),
            oldest AS (SELECT min(day) AS day FROM held WHERE NOT is_withheld),
            removal AS (SELECT greatest((day + make_interval(years => ${REPORTS_KEPT_YEARS}))::date + 1, $1::date) AS day
                          FROM oldest WHERE day IS NOT NULL)
       SELECT (SELECT count(*) FROM held) AS count,
              (SELECT min(day)::text FROM held) AS oldest_day,
              (SELECT day::text FROM removal) AS removal_day,
              (SELECT count(*) FROM held, removal
                WHERE NOT is_withheld AND held.day + make_interval(years => ${REPORTS_KEPT_YEARS}) < removal.day) AS removal_count,
              (SELECT count(*) FROM held WHERE is_withheld AND held.day + make_interval(years => ${REPORTS_KEPT_YEARS}) < $1::date)
                AS withheld_count`,
      [this.today.day()],
    );
    return {
      count: integerOf(row, 'count'),
      oldestDay: nullable(dayOf, row, 'oldest_day'),
      nextRemovalDay: nullable(dayOf, row, 'removal_day'),
      nextRemovalCount: integerOf(row, 'removal_count'),
      withheldCount: integerOf(row, 'withheld_count'),
      lastPurge: await new PurgeRuns(this.database, 'reports').last(),
    };
  }
}
