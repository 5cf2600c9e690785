import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { SignInLimits } from '../limits/sign-in-limits.ts';
import { StepLimit } from '../limits/step-limit.ts';
import { ProxyModule } from '../proxy/proxy.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { StaffSessionsModule } from '../staff-sessions/staff-sessions.module.ts';
import { AuthClient } from './auth-client.ts';
import { LocalStrategy } from './local.strategy.ts';
import { SignInController } from './sign-in.controller.ts';
import { SignInService } from './sign-in.service.ts';

@Module({
  imports: [PassportModule.register({ session: false }), ProxyModule, StaffSessionsModule, SessionsModule],
  controllers: [SignInController],
  providers: [AuthClient, SignInLimits, StepLimit, LocalStrategy, SignInService],
})
export class SignInModule {}
