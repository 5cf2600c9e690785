import { ChangePasswordCommand, SignInState } from '@clearwatch/contracts/sign-in.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { AuditLogModule } from '../audit/audit-log.module.ts';
import { ChangePasswordService } from './change-password.service.ts';
import { PasswordCheck, PasswordHasher } from './password-hasher.service.ts';

@Controller('internal')
class ChangePasswordController {
  constructor(private readonly passwords: ChangePasswordService) {}

  @Post('change-password')
  @HttpCode(200)
  @Allow('Gateway')
  @ApiOkResponse({ type: SignInState })
  change(@CurrentActor() actor: Actor, @Body() command: ChangePasswordCommand): Promise<SignInState> {
    return this.passwords.change(actor, command);
  }
}

@Module({
  imports: [AccountsModule, AuditLogModule],
  controllers: [ChangePasswordController],
  providers: [ChangePasswordService, PasswordCheck, PasswordHasher],
  exports: [PasswordCheck, PasswordHasher],
})
export class PasswordsModule {}
