import { AlertContext } from '@clearwatch/contracts/alerts.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AlertIdPipe } from '../alert-id.pipe.ts';
import { SurroundingsService } from './surroundings.service.ts';

@AllowStaff()
@Controller('api/unusual-activities/:id/surroundings')
export class SurroundingsController {
  constructor(private readonly surroundings: SurroundingsService) {}

  @Get()
  @ApiOkResponse({ type: AlertContext })
  read(@CurrentActor() actor: Actor, @Param('id', AlertIdPipe) id: number): Promise<AlertContext> {
    return this.surroundings.read(actor, id);
  }
}
