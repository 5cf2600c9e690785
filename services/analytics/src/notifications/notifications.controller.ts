import { MarkReadRequest, NotificationList, NotificationSettings } from '@clearwatch/contracts/notifications.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { NotificationsService } from './notifications.service.ts';

@AllowStaff()
@Controller('api')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get('notifications')
  @ApiOkResponse({ type: NotificationList })
  list(@CurrentActor() actor: Actor): Promise<NotificationList> {
    return this.notifications.list(actor);
  }

  @Post('notifications/read')
  @HttpCode(200)
  @ApiOkResponse({ type: NotificationList })
  markRead(@CurrentActor() actor: Actor, @Body() request: MarkReadRequest): Promise<NotificationList> {
    return this.notifications.markRead(actor, request);
  }

  @Get('settings/notifications')
  @ApiOkResponse({ type: NotificationSettings })
  settings(@CurrentActor() actor: Actor): Promise<NotificationSettings> {
    return this.notifications.settings(actor);
  }

  @Put('settings/notifications')
  @ApiOkResponse({ type: NotificationSettings })
  saveSettings(@CurrentActor() actor: Actor, @Body() settings: NotificationSettings): Promise<NotificationSettings> {
    return this.notifications.saveSettings(actor, settings);
  }
}
