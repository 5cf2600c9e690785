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
import { AiReportsService, toReportDetail } from '../ai-reports.service.ts';
import { reportAuditEntry } from '../report-audit.ts';
import { markdownFile, type ReportFile } from './report-file.ts';

const PROFILE = new RowReader({
  text: ['name'],
  texts: ['addressLines'],
  'text?': [
    'routingNumber',
    'charterNumber',
    'contactName',
    'contactPhone',
    'contactEmail',
    'displayTimeZone',
  ],
});

/** The compiled file, or in tests the source: the same extension as this file. */
const WORKER_SCRIPT = new URL(
  import.meta.url.endsWith('.ts') ? './print-report.worker.ts' : './print-report.worker.js',
  import.meta.url,
);

@Injectable()
export class ReportPdfPrinter extends PdfPrinter<ReportFile> {
  constructor() {
    super(WORKER_SCRIPT);
  }
}

/** Records an export with its SHA-256 before it returns the file, so that a file can be recognized later. */
@Injectable()
export class ReportExportService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: ReportsEnvironment,
    @InjectDataSource() private readonly database: DataSource,
    private readonly reports: AiReportsService,
    private readonly printer: ReportPdfPrinter,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found`, `conflict` for a report that is not written */
  async pdf(actor: Actor, id: number): Promise<Buffer> {
    const file = await this.fileOf(actor, id);
    return this.recorded(actor, file, { format: 'pdf', bytes: await this.printer.print(file) });
  }

  /** @throws AppError `not_found`, `conflict` for a report that is not written */
  async markdown(actor: Actor, id: number): Promise<Buffer> {
    const file = await this.fileOf(actor, id);
    return this.recorded(actor, file, { format: 'markdown', bytes: Buffer.from(markdownFile(file), 'utf8') });
  }

  private async fileOf(actor: Actor, id: number): Promise<ReportFile> {
    const found = await this.reports.find(id);
    const { document, ...report } = toReportDetail(found);
    if (report.state !== 'completed' || document === null)
      throw new AppError('conflict', 'Only a report that is written can be exported.');
    return {
      report,
      document,
      facts: report.facts,
      asOf: found.asOf,
      ...(await this.letterhead()),
      exportedBy: actor.username,
      exportedAt: new Date(),
    };
  }

  /** From the saved profile, or the environment without one. */
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

  private async recorded(
    actor: Actor,
    { report: { id: reportId, title } }: ReportFile,
    { format, bytes }: { format: 'pdf' | 'markdown'; bytes: Buffer },
  ): Promise<Buffer> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await this.trail.record(
      actor,
      reportAuditEntry('report.exported', { reportId, title }, { format, sha256 }),
      this.database,
    );
    return bytes;
  }
}
