import type { ReportDetail, ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Raw, Repository } from 'typeorm';
import { AiReportEntity, IS_OPEN } from './ai-report.entity.ts';

export const REPORT_NOT_FOUND = 'There is no such report.';

export function reportNotFound(): AppError {
  return new AppError('not_found', REPORT_NOT_FOUND);
}

/** What a list shows: documents are large. */
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
  const detail = {
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
  };
  return Object.assign(toReportSummary(report), detail);
}

/** What staff may ask about reports. */
@Injectable()
export class AiReportsRepository {
  constructor(@InjectRepository(AiReportEntity) private readonly reports: Repository<AiReportEntity>) {}

  /** @param titled part of a title, whose own signs are no pattern; the empty one is in all of them */
  async newestFirst(page: Page, titled: string): Promise<{ items: ReportSummary[]; total: number }> {
    const contains = (column: string) => `position(reports.folded(:titled) IN reports.folded(${column})) > 0`;
    const [reports, total] = await this.reports.findAndCount({
      select: SUMMARY_COLUMNS,
      where: { title: Raw(contains, { titled }) },
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

  /** Whether somebody is still to write it. */
  async isOpen(id: number): Promise<boolean> {
    return this.reports.existsBy({ id, state: IS_OPEN });
  }
}
