import { NextAlertResponse, UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AlertIdPipe } from '../alert-id.pipe.ts';
import { AssignmentService } from './assignment.service.ts';

@AllowStaff()
@Controller('api/unusual-activities')
export class AssignmentController {
  constructor(private readonly assignment: AssignmentService) {}

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
