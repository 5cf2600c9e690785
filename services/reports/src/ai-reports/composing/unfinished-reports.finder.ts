import { COMPOSE_REPORT, type ComposeReportPayload } from '@clearwatch/contracts/jobs.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { reportFailed, systemFor } from '../trail/report-trail.ts';
import { failureOf } from './failure-of.ts';

/** Nobody has begun it, or its worker has been silent for longer than any pause of a living one. */
const UNATTENDED = `state IN ('pending', 'composing')
  AND coalesce(progress_at, requested_at) < now() - interval '15 seconds'`;

/** Reports that nobody writes. */
@Injectable()
export class UnfinishedReports implements LostWorkFinder<ComposeReportPayload> {
  readonly definition = COMPOSE_REPORT;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
    private readonly producer: JobProducer,
  ) {}

  async findOpenWork(): Promise<ComposeReportPayload[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT id FROM reports.ai_reports WHERE ${UNATTENDED} ORDER BY id LIMIT 200`,
    );
    return rows.map((row) => ({ reportId: integerOf(row, 'id') }));
  }

  /** It ended every worker that took it, or it could not even be marked as failed. */
  async giveUp({ reportId }: ComposeReportPayload): Promise<void> {
    const { code, sentence } = failureOf(new Error('The job of the report is dead'));
    const isFailed = await inTransaction(this.database, async (manager) => {
      const [[row]] = await manager.query<[Row[], number]>(
        `UPDATE reports.ai_reports SET state = 'failed', notice = $2, content = ''
         WHERE id = $1 AND ${UNATTENDED} RETURNING title`,
        [reportId, sentence],
      );
      if (row === undefined) return false;
      const entry = reportFailed({ reportId, title: textOf(row, 'title') }, code);
      await this.trail.record(systemFor({ reportId }), entry, manager);
      return true;
    });
    if (isFailed) await this.producer.tell({ type: 'report.finished', reportId });
  }
}
