import {
  ChangeViewRequest,
  ListViewsQuery,
  SavedView,
  SaveViewRequest,
} from '@clearwatch/contracts/saved-views.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import { SavedViewsService } from './saved-views.service.ts';
import { ViewIdPipe } from './view-id.pipe.ts';

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
    @Param('id', ViewIdPipe) id: number,
    @Body() request: ChangeViewRequest,
  ): Promise<SavedView> {
    return this.views.change(actor, id, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(@CurrentActor() actor: Actor, @Param('id', ViewIdPipe) id: number): Promise<void> {
    return this.views.remove(actor, id);
  }
}
