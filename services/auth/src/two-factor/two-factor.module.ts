import {
  PendingTwoFactor,
  SetUpTwoFactorCommand,
  TwoFactorEnabled,
  VerifyTwoFactorSetUpCommand,
} from '@clearwatch/contracts/sign-in.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Module,
  Param,
  ParseIntPipe,
  Post,
  StreamableFile,
} from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { AuditLogModule } from '../audit/audit-log.module.ts';
import { RecoveryCodeRepository, SecondFactorService } from './second-factor.service.ts';
import { Clock, SystemClock } from './two-factor-secrets.ts';
import { SetUpTwoFactorService } from './two-factor-setup.service.ts';

@Controller('internal')
class TwoFactorController {
  constructor(private readonly setUp: SetUpTwoFactorService) {}

  @Post('setup-two-factor')
  @HttpCode(200)
  @Allow('Gateway')
  @ApiOkResponse({ type: PendingTwoFactor })
  begin(@CurrentActor() actor: Actor, @Body() { userId }: SetUpTwoFactorCommand): Promise<PendingTwoFactor> {
    return this.setUp.begin(actor, userId);
  }

  @Post('verify-two-factor-setup')
  @HttpCode(200)
  @Allow('Gateway')
  @ApiOkResponse({ type: TwoFactorEnabled })
  verify(
    @CurrentActor() actor: Actor,
    @Body() command: VerifyTwoFactorSetUpCommand,
  ): Promise<TwoFactorEnabled> {
    return this.setUp.verify(actor, command);
  }

  @Get('users/:userId/two-factor-qr')
  @Allow('Gateway')
  async image(@Param('userId', ParseIntPipe) userId: number): Promise<StreamableFile> {
    return new StreamableFile(await this.setUp.image(userId), { type: 'image/png' });
  }
}

@Module({
  imports: [AccountsModule, AuditLogModule],
  controllers: [TwoFactorController],
  providers: [
    RecoveryCodeRepository,
    SecondFactorService,
    SetUpTwoFactorService,
    { provide: Clock, useClass: SystemClock },
  ],
  exports: [SecondFactorService],
})
export class TwoFactorModule {}
