import { Suppression, SuppressRequest } from '@clearwatch/contracts/alerts.dto';
import { PageQuery, respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { NumberPipe } from '../number.pipe.ts';
import { SuppressionsService } from './suppressions.service.ts';

@Controller('api/detection/suppressions')
export class SuppressionsController {
  constructor(private readonly suppressions: SuppressionsService) {}

  @Get()
  @AllowStaff()
  @ApiOkResponse({
    type: Suppression,
    isArray: true,
    description: 'Those in force first, then newest first.',
  })
  async list(
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Suppression[]> {
    const { suppressions, total } = await this.suppressions.list(query);
    return respondWithPage(response, { items: suppressions, total });
  }

  @Post()
  @Allow('Admin')
  @ApiCreatedResponse({ type: Suppression })
  add(@CurrentActor() actor: Actor, @Body() request: SuppressRequest): Promise<Suppression> {
    return this.suppressions.add(actor, request);
  }

  /** Nothing is deleted: the silence stays in the list as lifted. */
  @Delete(':id')
  @Allow('Admin')
  @ApiOkResponse({ type: Suppression })
  lift(@CurrentActor() actor: Actor, @Param('id', NumberPipe) id: number): Promise<Suppression> {
    return this.suppressions.lift(actor, id);
  }
}
