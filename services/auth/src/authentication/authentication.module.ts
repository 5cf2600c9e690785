import { LoginRequest, SignInState } from '@clearwatch/contracts/sign-in.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { AuditLogModule } from '../audit/audit-log.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { TwoFactorModule } from '../two-factor/two-factor.module.ts';
import { AdmissionService, AuthenticationService } from './authentication.service.ts';

@Controller('internal')
class AuthenticationController {
  constructor(private readonly signIns: AuthenticationService) {}

  @Post('sign-in')
  @HttpCode(200)
  @Allow('Gateway')
  @ApiOkResponse({ type: SignInState })
  signIn(@CurrentActor() actor: Actor, @Body() request: LoginRequest): Promise<SignInState> {
    return this.signIns.signIn(actor, request);
  }
}

@Module({
  imports: [AccountsModule, AuditLogModule, PasswordsModule, TwoFactorModule],
  controllers: [AuthenticationController],
  providers: [AdmissionService, AuthenticationService],
})
export class AuthenticationModule {}
