import { EndedSessions, SessionExpiry, StaffSession } from '@clearwatch/contracts/sign-in.dto';
import { MAX_INTEGER, PathIdPipe } from '@clearwatch/service-kit/http/request-parameters';
import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Module,
  Param,
  ParseUUIDPipe,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { COOKIE_POLICY, type CookiePolicy, clearSessionCookie } from './session-cookie.ts';
import { signedInOf } from './session-principal.ts';
import { SessionStore } from './session-store.ts';
import { NO_SUCH_USER, noSuchSession, UserSessionsService } from './sessions.service.ts';

const SESSION_ID = new ParseUUIDPipe({ exceptionFactory: noSuchSession });
const USER_ID = new PathIdPipe(NO_SUCH_USER, MAX_INTEGER);

@ApiTags('Sessions')
@Controller('api/auth/sessions')
class OwnSessionsController {
  constructor(
    private readonly sessions: UserSessionsService,
    @Inject(COOKIE_POLICY) private readonly policy: CookiePolicy,
  ) {}

  @Get()
  @ApiOkResponse({ type: StaffSession, isArray: true, description: 'Most recently active first.' })
  list(@Req() request: Request): Promise<StaffSession[]> {
    const { actor, sessionId } = signedInOf(request);
    return this.sessions.activeSessionsOf(actor.userId, sessionId);
  }

  @Delete()
  @ApiOkResponse({ type: EndedSessions, description: 'Ends all sessions except the current one.' })
  async endOthers(@Req() request: Request): Promise<EndedSessions> {
    const { ended } = await this.sessions.endOthers(signedInOf(request));
    return { ended };
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The current session can also be ended.' })
  async end(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('id', SESSION_ID) id: string,
  ): Promise<void> {
    const { endedThis } = await this.sessions.endOne(signedInOf(request), id);
    if (endedThis) clearSessionCookie(request, response, this.policy);
  }
}

@ApiTags('Sessions')
@Controller('api/auth')
class SessionExpiryController {
  constructor(private readonly sessions: UserSessionsService) {}

  @Get('session')
  @ApiOkResponse({ type: SessionExpiry, description: 'This request does not count as activity.' })
  read(@Req() request: Request): SessionExpiry {
    return this.sessions.expiry(signedInOf(request));
  }

  @Post('stay-signed-in')
  @HttpCode(200)
  @ApiOkResponse({ type: SessionExpiry, description: 'Restarts the idle limit.' })
  staySignedIn(@Req() request: Request): Promise<SessionExpiry> {
    return this.sessions.staySignedIn(signedInOf(request));
  }
}

/** The route table admits admins only. */
@ApiTags('Sessions')
@Controller('api/users/:id/sessions')
class UserSessionsController {
  constructor(
    private readonly sessions: UserSessionsService,
    @Inject(COOKIE_POLICY) private readonly policy: CookiePolicy,
  ) {}

  @Get()
  @ApiOkResponse({ type: StaffSession, isArray: true, description: 'Most recently active first.' })
  list(@Req() request: Request, @Param('id', USER_ID) id: number): Promise<StaffSession[]> {
    return this.sessions.ofUser(signedInOf(request), id);
  }

  @Delete()
  @ApiOkResponse({ type: EndedSessions })
  async endAll(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('id', USER_ID) id: number,
  ): Promise<EndedSessions> {
    const { ended, endedThis } = await this.sessions.endAllOf(signedInOf(request), id);
    if (endedThis) clearSessionCookie(request, response, this.policy);
    return { ended };
  }
}

@Module({
  controllers: [SessionExpiryController, OwnSessionsController, UserSessionsController],
  providers: [SessionStore, UserSessionsService],
  exports: [SessionStore, UserSessionsService],
})
export class SessionsModule {}
