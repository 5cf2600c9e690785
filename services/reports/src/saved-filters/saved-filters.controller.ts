import { SavedFilter, SaveFilterRequest } from '@clearwatch/contracts/transaction-reports.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import { FilterIdPipe } from './filter-id.pipe.ts';
import { SavedFiltersService } from './saved-filters.service.ts';

@AllowStaff()
@Controller('api/report-filters')
export class SavedFiltersController {
  constructor(private readonly filters: SavedFiltersService) {}

  @Get()
  @ApiOkResponse({
    type: SavedFilter,
    isArray: true,
    description: 'One’s own and those that are shared, by name.',
  })
  list(@CurrentActor() actor: Actor): Promise<SavedFilter[]> {
    return this.filters.list(actor);
  }

  @Post()
  @ApiCreatedResponse({ type: SavedFilter })
  add(@CurrentActor() actor: Actor, @Body() request: SaveFilterRequest): Promise<SavedFilter> {
    return this.filters.add(actor, request);
  }

  @Put(':id')
  @ApiOkResponse({ type: SavedFilter })
  change(
    @CurrentActor() actor: Actor,
    @Param('id', FilterIdPipe) id: number,
    @Body() request: SaveFilterRequest,
  ): Promise<SavedFilter> {
    return this.filters.change(actor, id, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(@CurrentActor() actor: Actor, @Param('id', FilterIdPipe) id: number): Promise<void> {
    return this.filters.remove(actor, id);
  }
}
