import { createHash } from 'node:crypto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { PdfPrinter } from '@clearwatch/service-kit/pdf/pdf-printer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { InstitutionService } from '../institution/institution.service.ts';
import { alertAuditSubject } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';
import { completeEvidence, type EvidenceFile } from './evidence-pdf-sections.ts';

@Injectable()
export class EvidencePdfPrinter extends PdfPrinter<EvidenceFile> {
  constructor() {
    // Tests run the TypeScript source, so the file name differs there.
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    super(new URL(`./print-evidence.worker.${extension}`, import.meta.url));
  }
}

@Injectable()
export class EvidencePdfService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly alerts: AlertsService,
    private readonly institution: InstitutionService,
    private readonly trail: AuditTrail,
    private readonly printer: EvidencePdfPrinter,
  ) {}

  /** Records the export with the file's SHA-256 before the file is sent. @throws AppError `not_found` */
  async export(actor: Actor, id: number): Promise<Buffer> {
    const alert = await this.alerts.read(id);
    const pdf = await this.printer.print({
      alert,
      evidence: completeEvidence(alert.evidence),
      context: await this.alerts.readContext(id),
      ...(await this.institution.letterhead()),
      exportedBy: actor.username,
      exportedAt: new Date(),
    });
    const detail = { sha256: createHash('sha256').update(pdf).digest('hex') };
    const entry = { action: 'alert.exported', subject: alertAuditSubject(id), detail } as const;
    await this.trail.record(actor, entry, this.database);
    return pdf;
  }
}
