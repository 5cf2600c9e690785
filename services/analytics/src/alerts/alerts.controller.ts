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
import { type Paged, RespondsWithList } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { AlertId } from '../analytics-http.ts';
import { AlertDecisionsService } from './alert-decisions.service.ts';
import { ListAlertsQuery } from './alert-list.query.ts';
import { AlertsService } from './alerts.service.ts';
import { EvidencePdfService } from './evidence-pdf.service.ts';

const PDF = 'application/pdf';

@AllowStaff()
@Controller('api/unusual-activities')
export class AlertsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly decisions: AlertDecisionsService,
    private readonly evidence: EvidencePdfService,
  ) {}

  // Fixed paths must come before `:id`.
  @Get()
  @RespondsWithList(UnusualActivity)
  list(@CurrentActor() actor: Actor, @Query() query: ListAlertsQuery): Promise<Paged<UnusualActivity>> {
    return this.alerts.list(actor, query);
  }

  @Get('counts')
  @ApiOkResponse({ type: AlertCounts })
  count(): Promise<AlertCounts> {
    return this.alerts.count();
  }

  @Post('bulk-review')
  @HttpCode(200)
  @ApiOkResponse({ type: BulkReviewResponse })
  reviewMany(@CurrentActor() actor: Actor, @Body() request: BulkReviewRequest): Promise<BulkReviewResponse> {
    return this.decisions.reviewMany(actor, request);
  }

  @Post('next')
  @HttpCode(200)
  @ApiOkResponse({ type: NextAlertResponse })
  takeNext(@CurrentActor() actor: Actor): Promise<NextAlertResponse> {
    return this.decisions.takeNext(actor);
  }

  @Get(':id')
  @ApiOkResponse({ type: UnusualActivityDetail })
  read(@CurrentActor() actor: Actor, @AlertId() id: number): Promise<UnusualActivityDetail> {
    return this.alerts.view(actor, id);
  }

  @Patch(':id/review')
  @ApiOkResponse({ type: UnusualActivityDetail })
  review(
    @CurrentActor() actor: Actor,
    @AlertId() id: number,
    @Body() request: ReviewRequest,
  ): Promise<UnusualActivityDetail> {
    return this.decisions.review(actor, id, request);
  }

  @Post(':id/reopen')
  @HttpCode(200)
  @ApiOkResponse({ type: UnusualActivityDetail })
  reopen(
    @CurrentActor() actor: Actor,
    @AlertId() id: number,
    @Body() request: ReopenRequest,
  ): Promise<UnusualActivityDetail> {
    return this.decisions.reopen(actor, id, request);
  }

  @Put(':id/assignment')
  @ApiOkResponse({ type: UnusualActivity })
  take(@CurrentActor() actor: Actor, @AlertId() id: number): Promise<UnusualActivity> {
    return this.decisions.take(actor, id);
  }

  @Delete(':id/assignment')
  @ApiOkResponse({ type: UnusualActivity })
  giveBack(@CurrentActor() actor: Actor, @AlertId() id: number): Promise<UnusualActivity> {
    return this.decisions.giveBack(actor, id);
  }

  @Get(':id/surroundings')
  @ApiOkResponse({ type: AlertContext })
  readContext(@CurrentActor() actor: Actor, @AlertId() id: number): Promise<AlertContext> {
    return this.alerts.viewContext(actor, id);
  }

  @Get(':id/evidence.pdf')
  @ApiProduces(PDF)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async exportEvidence(@CurrentActor() actor: Actor, @AlertId() id: number): Promise<StreamableFile> {
    const pdf = await this.evidence.export(actor, id);
    return new StreamableFile(pdf, {
      type: PDF,
      disposition: `attachment; filename="alert-${id}-evidence.pdf"`,
      length: pdf.length,
    });
  }
}
