import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { noSuchReport } from '../no-such-report.ts';
import { AiReportsRepository } from '../reading/ai-reports.repository.ts';
import { reportCancelled, reportDeleted } from '../trail/report-trail.ts';

/** What a person decides about a report. */
@Injectable()
export class ReportActs {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reports: AiReportsRepository,
    private readonly trail: AuditTrail,
    private readonly producer: JobProducer,
  ) {}

  /**
   * One that nobody has begun is never begun; one that is being written is let go within a second or two: its worker looks at
   * the row. @throws AppError `not_found`, `forbidden` for somebody else's, `conflict` when it has ended
   */
  async cancel(actor: Actor, id: number): Promise<ReportDetail> {
    await inTransaction(this.database, async (manager) => {
      const [row] = await manager.query<Row[]>(
        'SELECT state, title, requested_by FROM reports.ai_reports WHERE id = $1::bigint FOR NO KEY UPDATE',
        [id],
      );
      if (row === undefined) throw noSuchReport();
      const isOwn = actor.userId !== null && nullable(integerOf, row, 'requested_by') === actor.userId;
      if (!isOwn && actor.role !== 'Admin')
        throw new AppError('forbidden', 'Only who has asked for a report, or an admin, can cancel it.');
      if (!['pending', 'composing'].includes(textOf(row, 'state')))
        throw new AppError('conflict', 'The report has ended already.');
      await manager.query(
        `UPDATE reports.ai_reports SET state = 'cancelled', generated_at = NULL, content = '', attempt = NULL
         WHERE id = $1::bigint`,
        [id],
      );
      await this.trail.record(actor, reportCancelled({ reportId: id, title: textOf(row, 'title') }), manager);
    });
    await this.producer.tell({ type: 'report.finished', reportId: id });
    const report = await this.reports.find(id);
    if (report === null) throw noSuchReport();
    return report;
  }

  /** For good; whoever is writing it lets go. @throws AppError `not_found` */
  async delete(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const [[row]] = await manager.query<[Row[], number]>(
        'DELETE FROM reports.ai_reports WHERE id = $1::bigint RETURNING title',
        [id],
      );
      if (row === undefined) throw noSuchReport();
      await this.trail.record(actor, reportDeleted({ reportId: id, title: textOf(row, 'title') }), manager);
    });
    await this.producer.tell({ type: 'report.finished', reportId: id });
  }
}
