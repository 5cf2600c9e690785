import { Module } from '@nestjs/common';
import { PrincipalRepository } from './principal.repository.ts';
import { SessionStore } from './session-store.ts';

@Module({ providers: [PrincipalRepository, SessionStore], exports: [PrincipalRepository, SessionStore] })
export class SessionsModule {}
