import { SessionClock } from '@clearwatch/contracts/http/sessions';
import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { SessionClockService } from './session-clock.service.ts';

/** How long a session still lasts. */
@ApiTags('Sessions')
@Controller('api/auth')
export class SessionClockController {
  constructor(private readonly clock: SessionClockService) {}

  @Get('session')
  @ApiOkResponse({ type: SessionClock, description: 'Asking is no activity.' })
  read(@Req() request: Request): SessionClock {
    return this.clock.read(request);
  }

  @Post('stay-signed-in')
  @HttpCode(200)
  @ApiOkResponse({ type: SessionClock, description: 'The idle limit counts from now on.' })
  staySignedIn(@Req() request: Request): Promise<SessionClock> {
    return this.clock.staySignedIn(request);
  }
}
