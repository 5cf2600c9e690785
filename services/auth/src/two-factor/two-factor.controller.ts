import {
  PendingTwoFactor,
  SetUpTwoFactorCommand,
  TwoFactorEnabled,
  VerifyTwoFactorSetUpCommand,
} from '@clearwatch/contracts/internal/auth';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow } from '@clearwatch/service-kit/identity/allow.decorator';
import { CurrentActor } from '@clearwatch/service-kit/identity/current-actor.decorator';
import { Body, Controller, Get, HttpCode, Param, ParseIntPipe, Post, StreamableFile } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { SetUpTwoFactorService } from './set-up-two-factor.service.ts';

@Controller('internal')
export class TwoFactorController {
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
