import {
  ChangeViewRequest,
  DefaultViewRequest,
  ListViewsQuery,
  SavedView,
  SaveViewRequest,
} from '@clearwatch/contracts/saved-views.dto';
import { SavedFilter, SaveFilterRequest } from '@clearwatch/contracts/transaction-reports.dto';
import { MAX_INTEGER, PathIdPipe } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import { SavedFiltersService, SavedViewsService } from './saved-views.service.ts';

const FILTER_ID = new PathIdPipe('There is no such saved filter.', MAX_INTEGER);

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
    @Param('id', FILTER_ID) id: number,
    @Body() request: SaveFilterRequest,
  ): Promise<SavedFilter> {
    return this.filters.change(actor, id, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(@CurrentActor() actor: Actor, @Param('id', FILTER_ID) id: number): Promise<void> {
    return this.filters.remove(actor, id);
  }
}

@AllowStaff()
@Controller('api/default-views')
export class DefaultViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Put(':screen')
  @HttpCode(204)
  @ApiNoContentResponse({
    description: 'The screen opens with this view for whoever asked, and for nobody else.',
  })
  choose(
    @CurrentActor() actor: Actor,
    @Param('screen') screen: string,
    @Body() { viewId }: DefaultViewRequest,
  ): Promise<void> {
    return this.views.chooseDefault(actor, screen, viewId ?? null);
  }
}

const VIEW_ID = new PathIdPipe('There is no such saved view.', MAX_INTEGER);

@AllowStaff()
@Controller('api/views')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Get()
  @ApiOkResponse({
    type: SavedView,
    isArray: true,
    description:
      'Of one screen, one’s own and those that are shared, by name. Those of the audit log for admins only.',
  })
  list(@CurrentActor() actor: Actor, @Query() { screen }: ListViewsQuery): Promise<SavedView[]> {
    return this.views.list(actor, screen);
  }

  @Post()
  @ApiCreatedResponse({ type: SavedView })
  add(@CurrentActor() actor: Actor, @Body() request: SaveViewRequest): Promise<SavedView> {
    return this.views.add(actor, request);
  }

  @Put(':id')
  @ApiOkResponse({ type: SavedView })
  change(
    @CurrentActor() actor: Actor,
    @Param('id', VIEW_ID) id: number,
    @Body() request: ChangeViewRequest,
  ): Promise<SavedView> {
    return this.views.change(actor, id, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(@CurrentActor() actor: Actor, @Param('id', VIEW_ID) id: number): Promise<void> {
    return this.views.remove(actor, id);
  }
}
