import { EndedSessions, StaffSession } from '@clearwatch/contracts/http/sessions';
import { Controller, Delete, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { COOKIE_POLICY } from '../boot/cookie-policy.token.ts';
import type { CookiePolicy } from '../sessions/cookie-policy.ts';
import { forgetSession } from '../sessions/forget-session.ts';
import { askingOf } from './asking.ts';
import { StaffSessions } from './staff-sessions.service.ts';
import { UserIdPipe } from './user-id.pipe.ts';

/** Where another is signed in; the route table lets admins in only. */
@ApiTags('Sessions')
@Controller('api/users/:id/sessions')
export class UserSessionsController {
  constructor(
    private readonly sessions: StaffSessions,
    @Inject(COOKIE_POLICY) private readonly policy: CookiePolicy,
  ) {}

  @Get()
  @ApiOkResponse({ type: StaffSession, isArray: true, description: 'Newest activity first.' })
  list(@Req() request: Request, @Param('id', UserIdPipe) id: number): Promise<StaffSession[]> {
    return this.sessions.ofUser(askingOf(request), id);
  }

  @Delete()
  @ApiOkResponse({ type: EndedSessions })
  async endAll(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('id', UserIdPipe) id: number,
  ): Promise<EndedSessions> {
    const { ended, endedThis } = await this.sessions.endAllOf(askingOf(request), id);
    if (endedThis) forgetSession(request, response, this.policy);
    return { ended };
  }
}
