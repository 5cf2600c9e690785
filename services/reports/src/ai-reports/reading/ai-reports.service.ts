import type { ReportDetail, ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import { pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { noSuchReport } from '../no-such-report.ts';
import { reportViewed } from '../trail/report-trail.ts';
import { AiReportsRepository } from './ai-reports.repository.ts';
import type { ListReportsQuery } from './list-reports.query.ts';

@Injectable()
export class AiReportsService {
  private readonly views = new RecentViews();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reports: AiReportsRepository,
    private readonly trail: AuditTrail,
  ) {}

  async list(query: ListReportsQuery): Promise<{ items: ReportSummary[]; total: number }> {
    const titled = query.search?.trim() ?? '';
    const [items, total] = await Promise.all([
      this.reports.newestFirst(pageOf(query), titled),
      this.reports.count(titled),
    ]);
    return { items, total };
  }

  /**
   * Nobody is shown what a report says before it is written down that he looks at it; while there is nothing to read, there
   * is nothing to write down. @throws AppError `not_found`
   */
  async view(actor: Actor, id: number): Promise<ReportDetail> {
    const report = await this.reports.find(id);
    if (report === null) throw noSuchReport();
    if (report.content !== '')
      await this.views.note(actor, id, {
        now: Date.now(),
        // It describes nothing that is stored, so it stands alone.
        write: () =>
          this.trail.record(actor, reportViewed({ reportId: id, title: report.title }), this.database),
      });
    return report;
  }
}
