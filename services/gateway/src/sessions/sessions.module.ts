import { Module } from '@nestjs/common';
import { Activity } from './activity.service.ts';
import { EndedSessionIds } from './ended-sessions.ts';
import { SessionStore } from './session-store.ts';

@Module({
  providers: [EndedSessionIds, SessionStore, Activity],
  exports: [EndedSessionIds, SessionStore, Activity],
})
export class SessionsModule {}
