import { Module } from '@nestjs/common';
import { InstitutionModule } from '../institution/institution.module.ts';
import { AlertDecisionsRepository } from './alert-decisions.repository.ts';
import { AlertDecisionsService } from './alert-decisions.service.ts';
import { AlertsController } from './alerts.controller.ts';
import { AlertsRepository } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';
import { EvidencePdfPrinter, EvidencePdfService } from './evidence-pdf.service.ts';

@Module({
  imports: [InstitutionModule],
  controllers: [AlertsController],
  providers: [
    AlertsService,
    AlertsRepository,
    AlertDecisionsService,
    AlertDecisionsRepository,
    EvidencePdfService,
    EvidencePdfPrinter,
  ],
})
export class AlertsModule {}
