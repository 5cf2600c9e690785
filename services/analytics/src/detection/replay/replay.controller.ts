import { AlertReplay } from '@clearwatch/contracts/alerts.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AlertIdPipe } from '../../alerts/alert-id.pipe.ts';
import { ReplayService } from './replay.service.ts';

@ApiTags('detection')
@AllowStaff()
@Controller('api/unusual-activities/:id/replay')
export class ReplayController {
  constructor(private readonly replays: ReplayService) {}

  @Get()
  @ApiOkResponse({ type: AlertReplay, description: 'The alert computed again; nothing is changed by it.' })
  replay(@CurrentActor() actor: Actor, @Param('id', AlertIdPipe) id: number): Promise<AlertReplay> {
    return this.replays.replay(actor, id);
  }
}
