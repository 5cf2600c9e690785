import { createHash } from 'node:crypto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { dayOf, nullable, type Row } from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { noSuchReport } from '../no-such-report.ts';
import { AiReportsRepository } from '../reading/ai-reports.repository.ts';
import { reportExported } from '../trail/report-trail.ts';
import { Institution } from './institution.ts';
import { markdownFile } from './markdown-file.ts';
import type { ReportFile } from './pdf/report-file.ts';
import { ReportPrinter } from './pdf/report-printer.service.ts';

/**
 * Nobody is given a file before it is written down that he takes it out of the house. The trail keeps its SHA-256, so that
 * a file can be told to be the one that was exported.
 */
@Injectable()
export class ExportReport {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reports: AiReportsRepository,
    private readonly institution: Institution,
    private readonly printer: ReportPrinter,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found`, `conflict` for a report that is not written */
  async pdf(actor: Actor, id: number): Promise<Buffer> {
    const file = await this.fileOf(actor, id);
    return this.given(actor, file, { format: 'pdf', bytes: await this.printer.print(file) });
  }

  /** @throws AppError `not_found`, `conflict` for a report that is not written */
  async markdown(actor: Actor, id: number): Promise<Buffer> {
    const file = await this.fileOf(actor, id);
    return this.given(actor, file, { format: 'markdown', bytes: Buffer.from(markdownFile(file), 'utf8') });
  }

  private async fileOf(actor: Actor, id: number): Promise<ReportFile> {
    const found = await this.reports.find(id);
    if (found === null) throw noSuchReport();
    const { document, ...report } = found;
    if (report.state !== 'completed' || document === null)
      throw new AppError('conflict', 'Only a report that is written can be exported.');
    const [row = {}] = await this.database.query<Row[]>(
      'SELECT as_of::text FROM reports.ai_reports WHERE id = $1::bigint',
      [id],
    );
    return {
      report,
      document,
      facts: report.facts,
      asOf: nullable(dayOf, row, 'as_of'),
      ...(await this.institution.letterhead()),
      exportedBy: actor.username,
      exportedAt: new Date(),
    };
  }

  private async given(
    actor: Actor,
    { report: { id: reportId, title } }: ReportFile,
    { format, bytes }: { format: 'pdf' | 'markdown'; bytes: Buffer },
  ): Promise<Buffer> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    // It describes nothing that is stored, so it stands alone.
    await this.trail.record(actor, reportExported({ reportId, title }, { format, sha256 }), this.database);
    return bytes;
  }
}
