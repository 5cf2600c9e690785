import { createHash } from 'node:crypto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { InstitutionService } from '../institution/institution.service.ts';
import { AlertContextService } from './alert-context.service.ts';
import { alertAuditSubject } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';
import { EvidencePdfPrinter } from './evidence-pdf-printer.ts';
import { completeEvidence } from './evidence-pdf-sections.ts';

@Injectable()
export class EvidencePdfService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly alerts: AlertsService,
    private readonly surroundings: AlertContextService,
    private readonly institution: InstitutionService,
    private readonly trail: AuditTrail,
    private readonly printer: EvidencePdfPrinter,
  ) {}

  /**
   * Nobody is given the file before it is written down that he takes it out of the house. The trail keeps its SHA-256, so
   * that a file can be told to be the one that was exported. @throws AppError `not_found`
   */
  async export(actor: Actor, id: number): Promise<Buffer> {
    const alert = await this.alerts.read(id);
    const pdf = await this.printer.print({
      alert,
      evidence: completeEvidence(alert.evidence),
      surroundings: await this.surroundings.of(id),
      ...(await this.institution.letterhead()),
      exportedBy: actor.username,
      exportedAt: new Date(),
    });
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    // It describes nothing that is stored, so it stands alone.
    await this.trail.record(
      actor,
      { action: 'alert.exported', subject: alertAuditSubject(id), detail: { sha256 } },
      this.database,
    );
    return pdf;
  }
}
