import {
  AlertContext,
  AlertCounts,
  BulkReviewRequest,
  BulkReviewResponse,
  NextAlertResponse,
  ReopenRequest,
  ReviewRequest,
  UnusualActivity,
  UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import { respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { AlertIdPipe } from '../analytics-http.ts';
import { AlertContextService } from './alert-context.service.ts';
import {
  AlertAssignmentService,
  AlertReopenService,
  AlertReviewService,
  BulkReviewService,
} from './alert-decisions.service.ts';
import { ListAlertsQuery } from './alert-list.query.ts';
import { AlertCountsService, AlertDetailService, AlertListService } from './alerts.service.ts';
import { EvidencePdfService } from './evidence-pdf.service.ts';

@AllowStaff()
@Controller('api/unusual-activities/counts')
export class AlertCountsController {
  constructor(private readonly counts: AlertCountsService) {}

  @Get()
  @ApiOkResponse({ type: AlertCounts })
  count(): Promise<AlertCounts> {
    return this.counts.count();
  }
}

@AllowStaff()
@Controller('api/unusual-activities')
export class AlertDecisionsController {
  constructor(
    private readonly reviews: AlertReviewService,
    private readonly bulkReviews: BulkReviewService,
    private readonly reopenings: AlertReopenService,
  ) {}

  @Post('bulk-review')
  @HttpCode(200)
  @ApiOkResponse({ type: BulkReviewResponse })
  reviewAll(@CurrentActor() actor: Actor, @Body() request: BulkReviewRequest): Promise<BulkReviewResponse> {
    return this.bulkReviews.review(actor, request);
  }

  @Patch(':id/review')
  @ApiOkResponse({ type: UnusualActivityDetail })
  review(
    @CurrentActor() actor: Actor,
    @Param('id', AlertIdPipe) id: number,
    @Body() request: ReviewRequest,
  ): Promise<UnusualActivityDetail> {
    return this.reviews.review(actor, id, request);
  }

  @Post(':id/reopen')
  @HttpCode(200)
  @ApiOkResponse({ type: UnusualActivityDetail })
  reopen(
    @CurrentActor() actor: Actor,
    @Param('id', AlertIdPipe) id: number,
    @Body() request: ReopenRequest,
  ): Promise<UnusualActivityDetail> {
    return this.reopenings.reopen(actor, id, request);
  }
}

@AllowStaff()
@Controller('api/unusual-activities/:id')
export class AlertDetailController {
  constructor(private readonly alerts: AlertDetailService) {}

  @Get()
  @ApiOkResponse({ type: UnusualActivityDetail })
  read(@CurrentActor() actor: Actor, @Param('id', AlertIdPipe) id: number): Promise<UnusualActivityDetail> {
    return this.alerts.view(actor, id);
  }
}

const PDF = 'application/pdf';

@AllowStaff()
@Controller('api/unusual-activities/:id/evidence.pdf')
export class EvidencePdfController {
  constructor(private readonly evidence: EvidencePdfService) {}

  @Get()
  @ApiProduces(PDF)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async export(@CurrentActor() actor: Actor, @Param('id', AlertIdPipe) id: number): Promise<StreamableFile> {
    const pdf = await this.evidence.export(actor, id);
    return new StreamableFile(pdf, {
      type: PDF,
      disposition: `attachment; filename="alert-${id}-evidence.pdf"`,
      length: pdf.length,
    });
  }
}

@AllowStaff()
@Controller('api/unusual-activities')
export class AlertListController {
  constructor(private readonly alerts: AlertListService) {}

  @Get()
  @ApiOkResponse({ type: UnusualActivity, isArray: true })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: ListAlertsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UnusualActivity[]> {
    return respondWithPage(response, await this.alerts.list(actor, query));
  }
}

@AllowStaff()
@Controller('api/unusual-activities/:id/surroundings')
export class AlertContextController {
  constructor(private readonly surroundings: AlertContextService) {}

  @Get()
  @ApiOkResponse({ type: AlertContext })
  read(@CurrentActor() actor: Actor, @Param('id', AlertIdPipe) id: number): Promise<AlertContext> {
    return this.surroundings.read(actor, id);
  }
}

@AllowStaff()
@Controller('api/unusual-activities')
export class AlertAssignmentController {
  constructor(private readonly assignment: AlertAssignmentService) {}

  @Post('next')
  @HttpCode(200)
  @ApiOkResponse({ type: NextAlertResponse })
  takeNext(@CurrentActor() actor: Actor): Promise<NextAlertResponse> {
    return this.assignment.takeNext(actor);
  }

  @Put(':id/assignment')
  @ApiOkResponse({ type: UnusualActivity })
  take(@CurrentActor() actor: Actor, @Param('id', AlertIdPipe) id: number): Promise<UnusualActivity> {
    return this.assignment.take(actor, id);
  }

  @Delete(':id/assignment')
  @ApiOkResponse({ type: UnusualActivity })
  giveBack(@CurrentActor() actor: Actor, @Param('id', AlertIdPipe) id: number): Promise<UnusualActivity> {
    return this.assignment.giveBack(actor, id);
  }
}
