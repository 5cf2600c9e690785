import { Module } from '@nestjs/common';
import { SessionActivity } from './session.middleware.ts';
import { SessionStore } from './session-store.ts';
import {
  OwnSessionsController,
  SessionExpiryController,
  UserSessionsController,
} from './sessions.controller.ts';
import { UserSessionsService } from './sessions.service.ts';

@Module({
  controllers: [SessionExpiryController, OwnSessionsController, UserSessionsController],
  providers: [SessionStore, SessionActivity, UserSessionsService],
  exports: [SessionStore, SessionActivity, UserSessionsService],
})
export class SessionsModule {}
