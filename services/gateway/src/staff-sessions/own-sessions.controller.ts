import { EndedSessions, StaffSession } from '@clearwatch/contracts/http/sessions';
import { Controller, Delete, Get, HttpCode, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { COOKIE_POLICY } from '../boot/cookie-policy.token.ts';
import type { CookiePolicy } from '../sessions/cookie-policy.ts';
import { forgetSession } from '../sessions/forget-session.ts';
import { askingOf } from './asking.ts';
import { SessionIdPipe } from './session-id.pipe.ts';
import { StaffSessions } from './staff-sessions.service.ts';

/** Where somebody is signed in. */
@ApiTags('Sessions')
@Controller('api/auth/sessions')
export class OwnSessionsController {
  constructor(
    private readonly sessions: StaffSessions,
    @Inject(COOKIE_POLICY) private readonly policy: CookiePolicy,
  ) {}

  @Get()
  @ApiOkResponse({ type: StaffSession, isArray: true, description: 'Newest activity first.' })
  list(@Req() request: Request): Promise<StaffSession[]> {
    return this.sessions.own(askingOf(request));
  }

  @Delete()
  @ApiOkResponse({ type: EndedSessions, description: 'All but the one this is asked with.' })
  async endOthers(@Req() request: Request): Promise<EndedSessions> {
    const { ended } = await this.sessions.endOthers(askingOf(request));
    return { ended };
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The one this is asked with can be ended as well.' })
  async end(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('id', SessionIdPipe) id: string,
  ): Promise<void> {
    const { endedThis } = await this.sessions.endOne(askingOf(request), id);
    if (endedThis) forgetSession(request, response, this.policy);
  }
}
