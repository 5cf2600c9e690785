import { Module } from '@nestjs/common';
import { InstitutionModule } from '../institution/institution.module.ts';
import { AlertContextRepository, AlertContextService } from './alert-context.service.ts';
import { AlertDecisionsRepository } from './alert-decisions.repository.ts';
import { AlertDecisionsService } from './alert-decisions.service.ts';
import { AlertsController } from './alerts.controller.ts';
import { AlertsRepository } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';
import { EvidencePdfService } from './evidence-pdf.service.ts';
import { EvidencePdfPrinter } from './evidence-pdf-printer.ts';

@Module({
  imports: [InstitutionModule],
  controllers: [AlertsController],
  providers: [
    AlertsService,
    AlertsRepository,
    AlertDecisionsService,
    AlertDecisionsRepository,
    AlertContextService,
    AlertContextRepository,
    EvidencePdfService,
    EvidencePdfPrinter,
  ],
})
export class AlertsModule {}
