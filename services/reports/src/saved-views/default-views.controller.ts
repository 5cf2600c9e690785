import { DefaultViewRequest } from '@clearwatch/contracts/saved-views.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, HttpCode, Param, Put } from '@nestjs/common';
import { ApiNoContentResponse } from '@nestjs/swagger';
import { DefaultViewsService } from './default-views.service.ts';

@AllowStaff()
@Controller('api/default-views')
export class DefaultViewsController {
  constructor(private readonly defaults: DefaultViewsService) {}

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
    return this.defaults.choose(actor, screen, viewId ?? null);
  }
}
