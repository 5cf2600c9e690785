import { Module } from '@nestjs/common';
import { SessionActivity } from './session.middleware.ts';
import { EndedSessionNotifier, SessionStore } from './session-store.ts';
import {
  OwnSessionsController,
  SessionExpiryController,
  UserSessionsController,
} from './sessions.controller.ts';
import { UserSessionsRepository } from './sessions.repository.ts';
import { SessionExpiryService, UserSessionsService } from './sessions.service.ts';

@Module({
  controllers: [SessionExpiryController, OwnSessionsController, UserSessionsController],
  providers: [
    EndedSessionNotifier,
    SessionStore,
    SessionActivity,
    UserSessionsService,
    UserSessionsRepository,
    SessionExpiryService,
  ],
  exports: [EndedSessionNotifier, SessionStore, SessionActivity, UserSessionsService],
})
export class SessionsModule {}
