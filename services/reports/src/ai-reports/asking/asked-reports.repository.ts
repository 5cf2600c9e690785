import { REPORT_TYPE_LABELS } from '@clearwatch/contracts/ai-reports';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { reportRequested } from '../trail/report-trail.ts';
import type { AskedReport } from './asked-report.ts';

/** Of one user at a time: enough to go on asking while one is written, too few to keep the worker from others. */
const MAX_OPEN_REPORTS = 3;

@Injectable()
export class AskedReports {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @returns the id of the report, which is pending
   * @throws AppError `too_many_requests` while the same user's others are being written
   */
  add(actor: Actor, asked: AskedReport): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      // His requests take turns, so that none is counted before another is seen.
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('ai_reports'), $1::integer)`, [
        actor.userId ?? 0,
      ]);
      const [counted = {}] = await manager.query<Row[]>(
        `SELECT count(*) AS open FROM reports.ai_reports
         WHERE state IN ('pending', 'composing') AND requested_by IS NOT DISTINCT FROM $1::integer`,
        [actor.userId],
      );
      if (integerOf(counted, 'open') >= MAX_OPEN_REPORTS) throw tooMany();
      const title = REPORT_TYPE_LABELS[asked.reportType];
      const [added = {}] = await manager.query<Row[]>(
        `INSERT INTO reports.ai_reports (report_type, title, prompt, date_range_start, date_range_end, state,
           requested_by, requested_by_name)
         VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7) RETURNING id`,
        [asked.reportType, title, asked.prompt, asked.firstDay, asked.lastDay, actor.userId, actor.username],
      );
      const reportId = integerOf(added, 'id');
      const { reportType, firstDay, lastDay } = asked;
      await this.trail.record(
        actor,
        reportRequested({ reportId, title }, { reportType, firstDay, lastDay }),
        manager,
      );
      return reportId;
    });
  }
}

function tooMany(): AppError {
  return new AppError(
    'too_many_requests',
    `${MAX_OPEN_REPORTS} of your reports are still being written. Wait for one of them, or cancel it.`,
    { retryAfterSeconds: 10 },
  );
}
