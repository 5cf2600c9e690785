import { Module } from '@nestjs/common';
import { InstitutionApiModule } from '../institution/institution-api.module.ts';
import { AlertStatesRepository } from './casework/alert-states.repository.ts';
import { AlertStepsRepository } from './casework/alert-steps.repository.ts';
import { Casework } from './casework/casework.service.ts';
import { AlertCountsController } from './counts/alert-counts.controller.ts';
import { AlertCountsRepository } from './counts/alert-counts.repository.ts';
import { AlertCountsService } from './counts/alert-counts.service.ts';
import { BulkReviewService } from './decide/bulk-review.service.ts';
import { DecisionsController } from './decide/decisions.controller.ts';
import { DecisionsRepository } from './decide/decisions.repository.ts';
import { ReopenService } from './decide/reopen.service.ts';
import { ReviewService } from './decide/review.service.ts';
import { AlertDetailController } from './detail/alert-detail.controller.ts';
import { AlertDetailRepository } from './detail/alert-detail.repository.ts';
import { AlertDetailService } from './detail/alert-detail.service.ts';
import { AlertViews } from './detail/alert-views.service.ts';
import { EvidencePdfController } from './evidence-pdf/evidence-pdf.controller.ts';
import { EvidencePdfService } from './evidence-pdf/evidence-pdf.service.ts';
import { EvidencePrinter } from './evidence-pdf/evidence-printer.service.ts';
import { AlertListController } from './list/alert-list.controller.ts';
import { AlertListRepository } from './list/alert-list.repository.ts';
import { AlertListService } from './list/alert-list.service.ts';
import { SurroundingsController } from './surroundings/surroundings.controller.ts';
import { SurroundingsRepository } from './surroundings/surroundings.repository.ts';
import { SurroundingsService } from './surroundings/surroundings.service.ts';
import { AlertReadRepository } from './work/alert-read.repository.ts';
import { AssignmentController } from './work/assignment.controller.ts';
import { AssignmentService } from './work/assignment.service.ts';
import { AssignmentsRepository } from './work/assignments.repository.ts';

@Module({
  imports: [InstitutionApiModule],
  // In this order: what has a name of its own is asked before `:id`.
  controllers: [
    AlertListController,
    AlertCountsController,
    DecisionsController,
    AssignmentController,
    SurroundingsController,
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
    AlertReadRepository,
    AlertStatesRepository,
    AlertStepsRepository,
    AlertViews,
    AssignmentService,
    AssignmentsRepository,
    BulkReviewService,
    Casework,
    DecisionsRepository,
    EvidencePdfService,
    EvidencePrinter,
    ReopenService,
    ReviewService,
    SurroundingsRepository,
    SurroundingsService,
  ],
})
export class AlertsApiModule {}
