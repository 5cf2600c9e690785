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
  providers: [EndedSessionNotifier, SessionStore, SessionActivity],
  exports: [EndedSessionNotifier, SessionStore, SessionActivity],
})
export class SessionsModule {}

@Module({
  imports: [SessionsModule],
  controllers: [SessionExpiryController, OwnSessionsController, UserSessionsController],
  providers: [UserSessionsService, UserSessionsRepository, SessionExpiryService],
  exports: [UserSessionsService],
})
export class UserSessionsModule {}
