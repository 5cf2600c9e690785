import type { ReportDetail, ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { IsSearchText, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { IsOptional } from 'class-validator';
import { DataSource } from 'typeorm';
import { AiReportEntity } from './ai-report.entity.ts';
import { AiReportsRepository, reportNotFound, toReportDetail } from './ai-reports.repository.ts';
import { reportCancelled, reportDeleted, reportViewed } from './report-audit.ts';

/** What a person decides about a report. */
@Injectable()
export class ReportActionsService {
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
      const report = await manager.findOne(AiReportEntity, {
        select: { id: true, state: true, title: true, requestedBy: true },
        where: { id },
        lock: { mode: 'for_no_key_update' },
      });
      if (report === null) throw reportNotFound();
      const isOwn = actor.userId !== null && report.requestedBy === actor.userId;
      if (!isOwn && actor.role !== 'Admin')
        throw new AppError('forbidden', 'Only who has asked for a report, or an admin, can cancel it.');
      if (!['pending', 'composing'].includes(report.state))
        throw new AppError('conflict', 'The report has ended already.');
      await manager.update(
        AiReportEntity,
        { id },
        { state: 'cancelled', generatedAt: null, content: '', attempt: null },
      );
      await this.trail.record(actor, reportCancelled({ reportId: id, title: report.title }), manager);
    });
    await this.producer.publish({ type: 'report.finished', reportId: id });
    return toReportDetail(await this.reports.find(id));
  }

  /** For good; whoever is writing it lets go. @throws AppError `not_found` */
  async delete(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const report = await manager.findOne(AiReportEntity, {
        select: { id: true, title: true },
        where: { id },
      });
      const { affected } = await manager.delete(AiReportEntity, { id });
      // Of two who delete it at the same moment one has done it.
      if (report === null || affected !== 1) throw reportNotFound();
      await this.trail.record(actor, reportDeleted({ reportId: id, title: report.title }), manager);
    });
    await this.producer.publish({ type: 'report.finished', reportId: id });
  }
}

export class ListReportsQuery extends PageQuery {
  /** In the title. */
  @IsOptional() @IsSearchText() search?: string;
}

@Injectable()
export class AiReportsService {
  private readonly views = new RecentViews();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reports: AiReportsRepository,
    private readonly trail: AuditTrail,
  ) {}

  async list(query: ListReportsQuery): Promise<{ items: ReportSummary[]; total: number }> {
    return this.reports.newestFirst(pageOf(query), query.search?.trim() ?? '');
  }

  /**
   * Nobody is shown what a report says before it is written down that he looks at it; while there is nothing to read, there
   * is nothing to write down. @throws AppError `not_found`
   */
  async view(actor: Actor, id: number): Promise<ReportDetail> {
    const report = await this.reports.find(id);
    if (report.content !== '')
      await this.views.note(actor, id, {
        now: Date.now(),
        // It describes nothing that is stored, so it stands alone.
        write: () =>
          this.trail.record(actor, reportViewed({ reportId: id, title: report.title }), this.database),
      });
    return toReportDetail(report);
  }
}
