import { LOCK_HOLDS_SHARED, mentionsHeldAccount } from '@clearwatch/contracts/retention';
import type { Day } from '@clearwatch/domain/calendar/day';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { dayOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { systemActor } from '@clearwatch/service-kit/identity/actor';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { reportsExpired } from './report-audit.ts';

/** How long reports are kept (spec section 9, data retention). */
export const REPORTS_KEPT_YEARS = 2;

/** All that a report says; what names an account that is held is kept for as long. */
export const REPORT_TEXT_SQL = `concat_ws(' ', r.title, r.prompt, r.content, r.document::text, r.facts::text)`;

const EXPIRY_ACTOR = systemActor('report-expiry');

/** Deletes what was kept as long as it is to be kept. Twice at once is harmless: each report is deleted, and counted, by one. */
@Injectable()
export class ReportExpiryService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly runs: PurgeRuns,
    private readonly today: Today,
    private readonly trail: AuditTrail,
  ) {}

  /** Finishes the run. @returns how many reports are gone */
  expire(runId: number): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      await manager.query(LOCK_HOLDS_SHARED);
      const [row = {}] = await manager.query<Row[]>(
        `SELECT ($1::date - make_interval(years => ${REPORTS_KEPT_YEARS}))::date::text AS limit_day`,
        [this.today.day()],
      );
      const olderThan: Day = dayOf(row, 'limit_day');
      const [, reports] = await manager.query<[Row[], number]>(
        `DELETE FROM reports.ai_reports r
          WHERE coalesce(generated_at, requested_at) < $1::date AND NOT ${mentionsHeldAccount(REPORT_TEXT_SQL)}`,
        [olderThan],
      );
      await this.runs.add(manager, runId, { reports });
      await this.runs.finish(manager, { runId });
      if (reports > 0) await this.trail.record(EXPIRY_ACTOR, reportsExpired({ reports, olderThan }), manager);
      return reports;
    });
  }
}
