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
import {
  SavedViewsService,
  toNewFilterView,
  toNewListView,
  toSavedFilter,
  toSavedView,
} from './saved-views.service.ts';

const FILTER_ID = new PathIdPipe('This saved filter does not exist.', MAX_INTEGER);

@AllowStaff()
@Controller('api/report-filters')
export class SavedFiltersController {
  constructor(private readonly views: SavedViewsService) {}

  @Get()
  @ApiOkResponse({
    type: SavedFilter,
    isArray: true,
    description: "The user's own and shared filters, sorted by name.",
  })
  async list(@CurrentActor() actor: Actor): Promise<SavedFilter[]> {
    return (await this.views.list(actor, 'report')).map((view) => toSavedFilter(actor, view));
  }

  @Post()
  @ApiCreatedResponse({ type: SavedFilter })
  async add(@CurrentActor() actor: Actor, @Body() request: SaveFilterRequest): Promise<SavedFilter> {
    return toSavedFilter(actor, await this.views.add(actor, 'report', toNewFilterView(request)));
  }

  @Put(':id')
  @ApiOkResponse({ type: SavedFilter })
  async change(
    @CurrentActor() actor: Actor,
    @Param('id', FILTER_ID) id: number,
    @Body() request: SaveFilterRequest,
  ): Promise<SavedFilter> {
    return toSavedFilter(actor, await this.views.change(actor, 'filter', id, toNewFilterView(request)));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(@CurrentActor() actor: Actor, @Param('id', FILTER_ID) id: number): Promise<void> {
    return this.views.remove(actor, 'filter', id);
  }
}

@AllowStaff()
@Controller('api/default-views')
export class DefaultViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Put(':screen')
  @HttpCode(204)
  @ApiNoContentResponse({
    description: "Sets the user's default view for the screen.",
  })
  choose(
    @CurrentActor() actor: Actor,
    @Param('screen') screen: string,
    @Body() { viewId }: DefaultViewRequest,
  ): Promise<void> {
    return this.views.chooseDefault(actor, screen, viewId ?? null);
  }
}

const VIEW_ID = new PathIdPipe('This saved view does not exist.', MAX_INTEGER);

@AllowStaff()
@Controller('api/views')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Get()
  @ApiOkResponse({
    type: SavedView,
    isArray: true,
    description:
      "The user's own and shared views for one screen, sorted by name. Views of the audit log are for admins only.",
  })
  async list(@CurrentActor() actor: Actor, @Query() { screen }: ListViewsQuery): Promise<SavedView[]> {
    const views = await this.views.list(actor, screen);
    const defaultId = await this.views.defaultOf(actor, screen);
    return views.map((view) => toSavedView(actor, view, defaultId));
  }

  @Post()
  @ApiCreatedResponse({ type: SavedView })
  async add(@CurrentActor() actor: Actor, @Body() request: SaveViewRequest): Promise<SavedView> {
    return toSavedView(actor, await this.views.add(actor, request.screen, toNewListView(request)), null);
  }

  @Put(':id')
  @ApiOkResponse({ type: SavedView })
  async change(
    @CurrentActor() actor: Actor,
    @Param('id', VIEW_ID) id: number,
    @Body() request: ChangeViewRequest,
  ): Promise<SavedView> {
    const view = await this.views.change(actor, 'view', id, toNewListView(request));
    return toSavedView(actor, view, await this.views.defaultOf(actor, view.screen));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(@CurrentActor() actor: Actor, @Param('id', VIEW_ID) id: number): Promise<void> {
    return this.views.remove(actor, 'view', id);
  }
}
