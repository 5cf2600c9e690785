import { Module } from '@nestjs/common';
import { InstitutionModule } from '../institution/institution.module.ts';
import { AlertContextRepository, AlertContextService } from './alert-context.service.ts';
import {
  AlertAssignmentsRepository,
  AlertDecisionsRepository,
  AlertStatesRepository,
  AlertStepsRepository,
} from './alert-decisions.repository.ts';
import {
  AlertAssignmentService,
  AlertReopenService,
  AlertReviewService,
  AlertTransaction,
  BulkReviewService,
} from './alert-decisions.service.ts';
import {
  AlertAssignmentController,
  AlertContextController,
  AlertCountsController,
  AlertDecisionsController,
  AlertDetailController,
  AlertListController,
  EvidencePdfController,
} from './alerts.controller.ts';
import {
  AlertCountsRepository,
  AlertDetailRepository,
  AlertListRepository,
  AlertTransactionReads,
} from './alerts.repository.ts';
import {
  AlertCountsService,
  AlertDetailService,
  AlertListService,
  AlertViewAudit,
} from './alerts.service.ts';
import { EvidencePdfService } from './evidence-pdf.service.ts';
import { EvidencePdfPrinter } from './evidence-pdf-printer.ts';
import { MemberRiskService } from './member-risk.service.ts';

@Module({
  imports: [InstitutionModule],
  // In this order: what has a name of its own is asked before `:id`.
  controllers: [
    AlertListController,
    AlertCountsController,
    AlertDecisionsController,
    AlertAssignmentController,
    AlertContextController,
    EvidencePdfController,
    AlertDetailController,
  ],
  providers: [
    AlertCountsRepository,
    AlertCountsService,
    AlertDetailRepository,
    AlertDetailService,
    AlertListRepository,
    AlertListService,
    AlertTransactionReads,
    AlertStatesRepository,
    AlertStepsRepository,
    AlertViewAudit,
    AlertAssignmentService,
    AlertAssignmentsRepository,
    BulkReviewService,
    AlertTransaction,
    AlertDecisionsRepository,
    EvidencePdfService,
    EvidencePdfPrinter,
    AlertReopenService,
    AlertReviewService,
    AlertContextRepository,
    AlertContextService,
  ],
})
export class AlertsModule {}

@Module({ providers: [MemberRiskService], exports: [MemberRiskService] })
export class MemberRiskModule {}
