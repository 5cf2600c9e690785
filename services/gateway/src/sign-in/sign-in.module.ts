import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { ProxyModule } from '../proxy/upstreams.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { AuthClient } from './auth-client.ts';
import { LocalStrategy, SignInController } from './sign-in.controller.ts';
import { SignInService } from './sign-in.service.ts';
import { SignInLimits } from './sign-in-limits.ts';

@Module({
  imports: [PassportModule.register({ session: false }), ProxyModule, SessionsModule],
  controllers: [SignInController],
  providers: [AuthClient, SignInLimits, LocalStrategy, SignInService],
})
export class SignInModule {}
