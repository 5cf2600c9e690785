import { AlertSurroundings } from '@clearwatch/contracts/http/unusual-activities';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff } from '@clearwatch/service-kit/identity/allow.decorator';
import { CurrentActor } from '@clearwatch/service-kit/identity/current-actor.decorator';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AlertIdPipe } from '../alert-id.pipe.ts';
import { SurroundingsService } from './surroundings.service.ts';

@AllowStaff()
@Controller('api/unusual-activities/:id/surroundings')
export class SurroundingsController {
  constructor(private readonly surroundings: SurroundingsService) {}

  @Get()
  @ApiOkResponse({ type: AlertSurroundings })
  read(@CurrentActor() actor: Actor, @Param('id', AlertIdPipe) id: number): Promise<AlertSurroundings> {
    return this.surroundings.read(actor, id);
  }
}
