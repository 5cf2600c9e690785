import { createHash } from 'node:crypto';
import { type Letterhead, letterheadOf } from '@clearwatch/domain/institution-profile';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { nullable, type Row, textArrayOf, textOf } from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ReportsEnvironment } from '../../reports-environment.ts';
import { AiReportsRepository, toReportDetail } from '../ai-reports.repository.ts';
import { reportExported } from '../report-audit.ts';
import { markdownFile, type ReportFile } from './report-file.ts';
import { ReportPdfPrinter } from './report-pdf-printer.ts';

/** Whose reports these are: as the admins have saved it, until then as the server is told. */
@Injectable()
export class LetterheadRepository {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: ReportsEnvironment,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  async letterhead(): Promise<{ institution: Letterhead | null; timeZone: string | null }> {
    const [row] = await this.database.query<Row[]>(
      `SELECT name, routing_number, charter_number, address_lines, contact_name, contact_phone, contact_email,
              display_time_zone
         FROM analytics.institution_profiles ORDER BY version DESC LIMIT 1`,
    );
    if (row !== undefined) {
      return { institution: savedLetterhead(row), timeZone: nullable(textOf, row, 'display_time_zone') };
    }
    const { INSTITUTION_NAME: name } = this.environment;
    return { institution: name === undefined ? null : { name, lines: [] }, timeZone: null };
  }
}

function savedLetterhead(row: Row): Letterhead | null {
  return letterheadOf({
    name: textOf(row, 'name'),
    routingNumber: nullable(textOf, row, 'routing_number'),
    charterNumber: nullable(textOf, row, 'charter_number'),
    addressLines: textArrayOf(row, 'address_lines'),
    contactName: nullable(textOf, row, 'contact_name'),
    contactPhone: nullable(textOf, row, 'contact_phone'),
    contactEmail: nullable(textOf, row, 'contact_email'),
  });
}

/**
 * Nobody is given a file before it is written down that he takes it out of the house. The trail keeps its SHA-256, so that
 * a file can be told to be the one that was exported.
 */
@Injectable()
export class ReportExportService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reports: AiReportsRepository,
    private readonly institution: LetterheadRepository,
    private readonly printer: ReportPdfPrinter,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found`, `conflict` for a report that is not written */
  async pdf(actor: Actor, id: number): Promise<Buffer> {
    const file = await this.fileOf(actor, id);
    return this.reportOf(actor, file, { format: 'pdf', bytes: await this.printer.print(file) });
  }

  /** @throws AppError `not_found`, `conflict` for a report that is not written */
  async markdown(actor: Actor, id: number): Promise<Buffer> {
    const file = await this.fileOf(actor, id);
    return this.reportOf(actor, file, { format: 'markdown', bytes: Buffer.from(markdownFile(file), 'utf8') });
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
      ...(await this.institution.letterhead()),
      exportedBy: actor.username,
      exportedAt: new Date(),
    };
  }

  private async reportOf(
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
