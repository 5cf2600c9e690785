import { createHash } from 'node:crypto';
import { letterheadOf } from '@clearwatch/domain/institution-profile';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { PdfPrinter } from '@clearwatch/service-kit/pdf/pdf-printer';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ReportsEnvironment } from '../../reports-environment.ts';
import { reportAuditEntry } from '../ai-report.entity.ts';
import { AiReportsService, toReportDetail } from '../ai-reports.service.ts';
import { markdownFile, type ReportFile } from './report-file.ts';

const PROFILE = new RowReader({
  text: ['name'],
  texts: ['addressLines'],
  'text?': ['routingNumber', 'charterNumber', 'contactName', 'contactPhone', 'contactEmail', 'displayTimeZone'],
});

@Injectable()
export class ReportPdfPrinter extends PdfPrinter<ReportFile> {
  constructor() {
    // Tests run the TypeScript source, where the worker file ends in `.ts`.
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    super(new URL(`./print-report.worker.${extension}`, import.meta.url));
  }
}

/** Records each export with its SHA-256 before it returns the file. The hash can identify the file later. */
@Injectable()
export class ReportExportService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: ReportsEnvironment,
    @InjectDataSource() private readonly database: DataSource,
    private readonly reports: AiReportsService,
    private readonly printer: ReportPdfPrinter,
    private readonly trail: AuditTrail,
  ) {}

  async export(actor: Actor, id: number, format: 'pdf' | 'markdown'): Promise<Buffer> {
    const found = await this.reports.find(id);
    const { document, ...report } = toReportDetail(found);
    if (report.state !== 'completed' || document === null)
      throw new AppError('conflict', 'This report is not complete. Only completed reports can be exported.');
    const file: ReportFile = {
      report,
      document,
      facts: report.facts,
      asOf: found.asOf,
      ...(await this.letterhead()),
      exportedBy: actor.username,
      exportedAt: new Date(),
    };
    const bytes = format === 'pdf' ? await this.printer.print(file) : Buffer.from(markdownFile(file), 'utf8');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const entry = reportAuditEntry('report.exported', report, { format, sha256 });
    await this.trail.record(actor, entry, this.database);
    return bytes;
  }

  private async letterhead(): Promise<Pick<ReportFile, 'institution' | 'timeZone'>> {
    const profile = await PROFILE.first(
      this.database,
      `SELECT name, routing_number, charter_number, address_lines, contact_name, contact_phone, contact_email,
              display_time_zone
         FROM analytics.institution_profiles ORDER BY version DESC LIMIT 1`,
    );
    if (profile !== null) return { institution: letterheadOf(profile), timeZone: profile.displayTimeZone };
    const { INSTITUTION_NAME: name } = this.environment;
    return { institution: name === undefined ? null : { name, lines: [] }, timeZone: null };
  }
}
