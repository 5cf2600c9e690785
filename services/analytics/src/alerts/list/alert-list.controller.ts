import { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { AlertListService } from './alert-list.service.ts';
import { ListAlertsQuery } from './list-alerts.query.ts';

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
