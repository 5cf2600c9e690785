import { Module } from '@nestjs/common';
import { NotificationCollector } from './notification-collector.ts';
import { NotificationEventsRepository } from './notification-events.repository.ts';
import { NotificationsController } from './notifications.controller.ts';
import { NotificationsService } from './notifications.service.ts';

@Module({ providers: [NotificationCollector, NotificationEventsRepository] })
export class NotificationCollectorModule {}

@Module({ controllers: [NotificationsController], providers: [NotificationsService] })
export class NotificationsModule {}
