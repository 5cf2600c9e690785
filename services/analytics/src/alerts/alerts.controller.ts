import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http/metrics';
import {
  ReviewRequest,
  UnusualActivity,
  UnusualActivityDetail,
} from '@clearwatch/contracts/http/unusual-activities';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff } from '@clearwatch/service-kit/identity/allow.decorator';
import { CurrentActor } from '@clearwatch/service-kit/identity/current-actor.decorator';
import { Body, Controller, Get, Param, Patch, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { AlertIdPipe } from './alert-id.pipe.ts';
import { AlertsService } from './alerts.service.ts';
import { ListAlertsQuery } from './list-alerts.query.ts';

@Controller('api/unusual-activities')
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Get()
  @AllowStaff()
  @ApiOkResponse({ type: UnusualActivity, isArray: true })
  async list(
    @Query() query: ListAlertsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UnusualActivity[]> {
    const { alerts, total } = await this.alerts.list(query);
    response.setHeader(TOTAL_COUNT_HEADER, String(total));
    return alerts;
  }

  @Get(':id')
  @AllowStaff()
  @ApiOkResponse({ type: UnusualActivityDetail })
  read(@CurrentActor() actor: Actor, @Param('id', AlertIdPipe) id: number): Promise<UnusualActivityDetail> {
    return this.alerts.view(actor, id);
  }

  @Patch(':id/review')
  @AllowStaff()
  @ApiOkResponse({ type: UnusualActivityDetail })
  review(
    @CurrentActor() actor: Actor,
    @Param('id', AlertIdPipe) id: number,
    @Body() request: ReviewRequest,
  ): Promise<UnusualActivityDetail> {
    return this.alerts.review(actor, id, request);
  }
}
