import { Module } from '@nestjs/common';
import { FiguresModule } from '../../dashboard/figures/figures.module.ts';
import { CollectNotifications } from './collect-notifications.service.ts';
import { FoundFactsRepository } from './found-facts.repository.ts';
import { NotificationTimer } from './notification.timer.ts';
import { TellingRepository } from './telling.repository.ts';

@Module({
  imports: [FiguresModule],
  providers: [CollectNotifications, FoundFactsRepository, NotificationTimer, TellingRepository],
})
export class CollectNotificationsModule {}
