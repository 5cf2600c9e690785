import { LOCK_HOLDS_SHARED, mentionsHeldAccount } from '@clearwatch/contracts/retention';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { queryTexts } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { systemActor } from '@clearwatch/service-kit/identity/actor';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Report retention (spec section 9, data retention). */
export const REPORTS_KEPT_YEARS = 2;

/** All text in a report. A report that names an account under legal hold is kept. */
export const REPORT_TEXT_SQL = `concat_ws(' ', r.title, r.prompt, r.content, r.document::text, r.facts::text)`;

/** Two runs in parallel are safe: each report is deleted and counted by one of them. */
@Injectable()
export class ReportExpiryService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly runs: PurgeRuns,
    private readonly today: Today,
    private readonly trail: AuditTrail,
  ) {}

  expire(runId: number): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      await manager.query(LOCK_HOLDS_SHARED);
      const [olderThan = ''] = await queryTexts(
        manager,
        `SELECT ($1::date - make_interval(years => ${REPORTS_KEPT_YEARS}))::date::text`,
        [this.today.day()],
      );
      const [, reports] = await manager.query<[unknown, number]>(
        `DELETE FROM reports.ai_reports r
          WHERE coalesce(generated_at, requested_at) < $1::date AND NOT ${mentionsHeldAccount(REPORT_TEXT_SQL)}`,
        [olderThan],
      );
      await this.runs.add(manager, runId, { reports });
      await this.runs.finish(manager, { runId });
      if (reports > 0)
        await this.trail.record(
          systemActor('report-expiry'),
          { action: 'report.expired', subject: { type: 'report', id: null }, detail: { reports, olderThan } },
          manager,
        );
      return reports;
    });
  }
}
