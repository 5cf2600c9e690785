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
import { AiReportEntity, IS_OPEN, reportAuditEntry } from './ai-report.entity.ts';

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

type SummaryColumns = Pick<AiReportEntity, keyof typeof SUMMARY_COLUMNS>;

function toReportSummary(report: SummaryColumns): ReportSummary {
  const { id, reportType, title, dateRangeStart, dateRangeEnd, state, unboundCount } = report;
  const { generatedAt, requestedAt, requestedByName: requestedBy } = report;
  const days = { dateRangeStart, dateRangeEnd, generatedAt: generatedAt ?? requestedAt };
  return { id, reportType, title, ...days, state, requestedBy, unboundCount };
}

export function toReportDetail(report: AiReportEntity): ReportDetail {
  const { content, prompt, writer, model, notice, document, facts } = report;
  const { promptTokens, completionTokens, cost } = report;
  const text = { content, prompt, writer, model, notice };
  const writing = { ...text, promptTokens, completionTokens, cost, document, facts };
  return Object.assign(toReportSummary(report), writing);
}

export class ListReportsQuery extends PageQuery {
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
          this.trail.record(actor, reportAuditEntry('report.viewed', report), this.reports.manager),
      });
    return toReportDetail(report);
  }

  /**
   * A worker that writes it stops within two seconds.
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
      const cancelled = { state: 'cancelled', generatedAt: null, content: '', attempt: null } as const;
      await manager.update(AiReportEntity, { id }, cancelled);
      await this.trail.record(actor, reportAuditEntry('report.cancelled', report), manager);
    });
    await this.producer.publish({ type: 'report.finished', reportId: id });
    return toReportDetail(await this.find(id));
  }

  /** @throws AppError `not_found` */
  async delete(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.reports.manager, async (manager) => {
      const report = await manager.findOneBy(AiReportEntity, { id });
      const { affected } = await manager.delete(AiReportEntity, { id });
      // Two admins may delete it at the same moment.
      if (report === null || affected !== 1) throw reportNotFound();
      await this.trail.record(actor, reportAuditEntry('report.deleted', report), manager);
    });
    await this.producer.publish({ type: 'report.finished', reportId: id });
  }
}

const reportNotFound = () => new AppError('not_found', REPORT_NOT_FOUND);
