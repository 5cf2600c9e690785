import { PolicyBody, PolicyTryout } from '@clearwatch/contracts/http/detection-policy';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow } from '@clearwatch/service-kit/identity/allow.decorator';
import { CurrentActor } from '@clearwatch/service-kit/identity/current-actor.decorator';
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import { NumberPipe } from '../number.pipe.ts';
import { TryoutsService } from './tryouts.service.ts';

@Controller('api/detection/tryouts')
export class TryoutsController {
  constructor(private readonly tryouts: TryoutsService) {}

  /** Answers at once; `GET` tells how far it is, and what it says when it is finished. */
  @Post()
  @Allow('Admin')
  @ApiCreatedResponse({ type: PolicyTryout })
  start(@CurrentActor() actor: Actor, @Body() body: PolicyBody): Promise<PolicyTryout> {
    return this.tryouts.start(actor, body);
  }

  @Get(':id')
  @Allow('Admin')
  @ApiOkResponse({ type: PolicyTryout })
  view(@Param('id', NumberPipe) id: number): Promise<PolicyTryout> {
    return this.tryouts.view(id);
  }
}
