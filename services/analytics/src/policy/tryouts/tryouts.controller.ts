import { PolicyBacktest, PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
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
  @ApiCreatedResponse({ type: PolicyBacktest })
  start(@CurrentActor() actor: Actor, @Body() body: PolicyBody): Promise<PolicyBacktest> {
    return this.tryouts.start(actor, body);
  }

  @Get(':id')
  @Allow('Admin')
  @ApiOkResponse({ type: PolicyBacktest })
  view(@Param('id', NumberPipe) id: number): Promise<PolicyBacktest> {
    return this.tryouts.view(id);
  }
}
