import { Module } from '@nestjs/common';
import { FiguresModule } from '../dashboard/dashboard.module.ts';
import { NotificationCollector, NotificationTimer } from './notification-collector.ts';
import { NotificationEventsRepository } from './notification-events.repository.ts';
import { NotificationsController } from './notifications.controller.ts';
import { NotificationDeliveryRepository, NotificationsRepository } from './notifications.repository.ts';
import { NotificationsService } from './notifications.service.ts';

@Module({
  imports: [FiguresModule],
  providers: [
    NotificationCollector,
    NotificationEventsRepository,
    NotificationTimer,
    NotificationDeliveryRepository,
  ],
})
export class NotificationCollectorModule {}

@Module({
  controllers: [NotificationsController],
  providers: [NotificationsRepository, NotificationsService],
})
export class NotificationsModule {}
