import { ChangePasswordCommand, SignInState } from '@clearwatch/contracts/internal/auth';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow } from '@clearwatch/service-kit/identity/allow.decorator';
import { CurrentActor } from '@clearwatch/service-kit/identity/current-actor.decorator';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { ChangePasswordService } from './change-password.service.ts';

@Controller('internal')
export class ChangePasswordController {
  constructor(private readonly passwords: ChangePasswordService) {}

  @Post('change-password')
  @HttpCode(200)
  @Allow('Gateway')
  @ApiOkResponse({ type: SignInState })
  change(@CurrentActor() actor: Actor, @Body() command: ChangePasswordCommand): Promise<SignInState> {
    return this.passwords.change(actor, command);
  }
}
