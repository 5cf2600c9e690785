import {
  ChangePasswordCommand,
  ConfirmCodeCommand,
  ConfirmedCode,
  LoginRequest,
  PendingTwoFactor,
  SetUpTwoFactorCommand,
  SignInState,
  TwoFactorEnabled,
  VerifyTwoFactorSetUpCommand,
} from '@clearwatch/contracts/sign-in.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Get, HttpCode, Module, Param, ParseIntPipe, Post, StreamableFile } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AccountsService } from '../accounts/accounts.service.ts';
import { AuditLogModule } from '../audit/audit-log.module.ts';
import { ChangePasswordService } from '../passwords/change-password.service.ts';
import { PasswordCheck, PasswordHasher } from '../passwords/password-hasher.service.ts';
import { TwoFactorService } from '../two-factor/two-factor.service.ts';
import { Clock } from '../two-factor/two-factor-secrets.ts';
import { AuthenticationService } from './authentication.service.ts';

@Allow('Gateway')
@Controller('internal')
class AuthenticationController {
  constructor(
    private readonly signIns: AuthenticationService,
    private readonly passwords: ChangePasswordService,
    private readonly twoFactor: TwoFactorService,
  ) {}

  @Post('change-password')
  @HttpCode(200)
  @ApiOkResponse({ type: SignInState })
  changePassword(@CurrentActor() actor: Actor, @Body() command: ChangePasswordCommand): Promise<SignInState> {
    return this.passwords.change(actor, command);
  }

  @Post('confirm-code')
  @HttpCode(200)
  @ApiOkResponse({ type: ConfirmedCode })
  confirmCode(@CurrentActor() actor: Actor, @Body() command: ConfirmCodeCommand): Promise<ConfirmedCode> {
    return this.signIns.confirmCode(actor, command);
  }

  @Post('setup-two-factor')
  @HttpCode(200)
  @ApiOkResponse({ type: PendingTwoFactor })
  setUpTwoFactor(@Body() { userId }: SetUpTwoFactorCommand): Promise<PendingTwoFactor> {
    return this.twoFactor.begin(userId);
  }

  @Post('verify-two-factor-setup')
  @HttpCode(200)
  @ApiOkResponse({ type: TwoFactorEnabled })
  verifyTwoFactor(
    @CurrentActor() actor: Actor,
    @Body() command: VerifyTwoFactorSetUpCommand,
  ): Promise<TwoFactorEnabled> {
    return this.twoFactor.verify(actor, command);
  }

  @Get('users/:userId/two-factor-qr')
  async twoFactorImage(@Param('userId', ParseIntPipe) userId: number): Promise<StreamableFile> {
    return new StreamableFile(await this.twoFactor.image(userId), { type: 'image/png' });
  }

  @Post('sign-in')
  @HttpCode(200)
  @ApiOkResponse({ type: SignInState })
  signIn(@CurrentActor() actor: Actor, @Body() request: LoginRequest): Promise<SignInState> {
    return this.signIns.signIn(actor, request);
  }
}

@Module({
  imports: [AuditLogModule],
  controllers: [AuthenticationController],
  providers: [
    AccountsService,
    AuthenticationService,
    ChangePasswordService,
    Clock,
    PasswordCheck,
    PasswordHasher,
    TwoFactorService,
  ],
  exports: [PasswordHasher, TwoFactorService],
})
export class AuthenticationModule {}
