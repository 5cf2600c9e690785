import { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AlertIdPipe } from '../alert-id.pipe.ts';
import { AlertDetailService } from './alert-detail.service.ts';

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
