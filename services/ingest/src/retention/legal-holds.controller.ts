import { LegalHold, PlaceHoldRequest, ReleaseHoldRequest } from '@clearwatch/contracts/retention.dto';
import { type Paged, PathIdPipe, RespondsWithList } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { LegalHoldsService, ListHoldsQuery } from './legal-holds.service.ts';

@ApiTags('Retention')
@Controller('api/legal-holds')
export class LegalHoldsController {
  constructor(private readonly holds: LegalHoldsService) {}

  @Get()
  @AllowStaff()
  @RespondsWithList(LegalHold, 'Active holds first, then newest first.')
  list(@Query() query: ListHoldsQuery): Promise<Paged<LegalHold>> {
    return this.holds.list(query);
  }

  @Post()
  @Allow('Admin')
  @ApiCreatedResponse({ type: LegalHold })
  place(@CurrentActor() actor: Actor, @Body() request: PlaceHoldRequest): Promise<LegalHold> {
    return this.holds.place(actor, request);
  }

  /** Nothing is deleted: the hold stays in the list as released. */
  @Post(':id/release')
  @Allow('Admin')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: LegalHold })
  release(
    @CurrentActor() actor: Actor,
    @Param('id', new PathIdPipe('There is no legal hold with this number.')) id: number,
    @Body() request: ReleaseHoldRequest,
  ): Promise<LegalHold> {
    return this.holds.release(actor, id, request);
  }
}
