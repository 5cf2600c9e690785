import { LoginRequest } from '@clearwatch/contracts/http/auth';
import { SignInState } from '@clearwatch/contracts/internal/auth';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow } from '@clearwatch/service-kit/identity/allow.decorator';
import { CurrentActor } from '@clearwatch/service-kit/identity/current-actor.decorator';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { SignInService } from './sign-in.service.ts';

@Controller('internal')
export class SignInController {
  constructor(private readonly signIns: SignInService) {}

  @Post('sign-in')
  @HttpCode(200)
  @Allow('Gateway')
  @ApiOkResponse({ type: SignInState })
  signIn(@CurrentActor() actor: Actor, @Body() request: LoginRequest): Promise<SignInState> {
    return this.signIns.signIn(actor, request);
  }
}
