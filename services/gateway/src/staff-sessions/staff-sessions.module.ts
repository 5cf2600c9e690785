import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { OwnSessionsController } from './own-sessions.controller.ts';
import { SessionClockController } from './session-clock.controller.ts';
import { SessionClockService } from './session-clock.service.ts';
import { StaffSessionsRepository } from './staff-sessions.repository.ts';
import { StaffSessions } from './staff-sessions.service.ts';
import { UserSessionsController } from './user-sessions.controller.ts';

@Module({
  imports: [SessionsModule],
  controllers: [SessionClockController, OwnSessionsController, UserSessionsController],
  providers: [StaffSessions, StaffSessionsRepository, SessionClockService],
  exports: [StaffSessions],
})
export class StaffSessionsModule {}
