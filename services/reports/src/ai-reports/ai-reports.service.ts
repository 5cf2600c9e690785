import type { ReportDetail, ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { IsSearchText, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsOptional } from 'class-validator';
import { Raw, Repository } from 'typeorm';
import { AiReportEntity, IS_OPEN } from './ai-report.entity.ts';
import { reportAuditEntry } from './report-audit.ts';

export const REPORT_NOT_FOUND = 'There is no such report.';

/** Without documents, which are large. */
const SUMMARY_COLUMNS = {
  id: true,
  reportType: true,
  title: true,
  dateRangeStart: true,
  dateRangeEnd: true,
  generatedAt: true,
  requestedAt: true,
  state: true,
  requestedByName: true,
  unboundCount: true,
} as const;

function toReportSummary(report: Pick<AiReportEntity, keyof typeof SUMMARY_COLUMNS>): ReportSummary {
  return {
    id: report.id,
    reportType: report.reportType,
    title: report.title,
    dateRangeStart: report.dateRangeStart,
    dateRangeEnd: report.dateRangeEnd,
    generatedAt: report.generatedAt ?? report.requestedAt,
    state: report.state,
    requestedBy: report.requestedByName,
    unboundCount: report.unboundCount,
  };
}

export function toReportDetail(report: AiReportEntity): ReportDetail {
  const { content, prompt, writer, model, notice, promptTokens, completionTokens, cost, document, facts } =
    report;
  return Object.assign(toReportSummary(report), {
    content,
    prompt,
    writer,
    model,
    notice,
    promptTokens,
    completionTokens,
    cost,
    document,
    facts,
  });
}

export class ListReportsQuery extends PageQuery {
  /** In the title. */
  @IsOptional() @IsSearchText() search?: string;
}

@Injectable()
export class AiReportsService {
  private readonly views = new RecentViews();

  constructor(
    @InjectRepository(AiReportEntity) private readonly reports: Repository<AiReportEntity>,
    private readonly trail: AuditTrail,
    private readonly producer: JobProducer,
  ) {}

  /** Newest first. */
  async list(query: ListReportsQuery): Promise<{ items: ReportSummary[]; total: number }> {
    const page = pageOf(query);
    const searchText = query.search?.trim() ?? '';
    const contains = (column: string) =>
      `position(reports.folded(:searchText) IN reports.folded(${column})) > 0`;
    const [reports, total] = await this.reports.findAndCount({
      select: SUMMARY_COLUMNS,
      where: { title: Raw(contains, { searchText }) },
      order: { requestedAt: 'DESC', id: 'DESC' },
      take: page.limit,
      skip: page.offset,
    });
    return { items: reports.map(toReportSummary), total };
  }

  /** @throws AppError `not_found` */
  async find(id: number): Promise<AiReportEntity> {
    const report = await this.reports.findOneBy({ id });
    if (report === null) throw reportNotFound();
    return report;
  }

  isOpen(id: number): Promise<boolean> {
    return this.reports.existsBy({ id, state: IS_OPEN });
  }

  /** Records the view before it returns the text. @throws AppError `not_found` */
  async view(actor: Actor, id: number): Promise<ReportDetail> {
    const report = await this.find(id);
    if (report.content !== '')
      await this.views.record(actor, id, {
        now: Date.now(),
        write: () =>
          this.trail.record(
            actor,
            reportAuditEntry('report.viewed', { reportId: id, title: report.title }),
            this.reports.manager,
          ),
      });
    return toReportDetail(report);
  }

  /**
   * A pending report is never begun; the worker of one that is being written stops within two seconds.
   * @throws AppError `not_found`, `forbidden` for another user's report, `conflict` when it has ended
   */
  async cancel(actor: Actor, id: number): Promise<ReportDetail> {
    await inTransaction(this.reports.manager, async (manager) => {
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
      await this.trail.record(
        actor,
        reportAuditEntry('report.cancelled', { reportId: id, title: report.title }),
        manager,
      );
    });
    await this.producer.publish({ type: 'report.finished', reportId: id });
    return toReportDetail(await this.find(id));
  }

  /** A worker that is writing it stops. @throws AppError `not_found` */
  async delete(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.reports.manager, async (manager) => {
      const report = await manager.findOne(AiReportEntity, {
        select: { id: true, title: true },
        where: { id },
      });
      const { affected } = await manager.delete(AiReportEntity, { id });
      // Two admins may delete it at the same moment.
      if (report === null || affected !== 1) throw reportNotFound();
      await this.trail.record(
        actor,
        reportAuditEntry('report.deleted', { reportId: id, title: report.title }),
        manager,
      );
    });
    await this.producer.publish({ type: 'report.finished', reportId: id });
  }
}

function reportNotFound(): AppError {
  return new AppError('not_found', REPORT_NOT_FOUND);
}
