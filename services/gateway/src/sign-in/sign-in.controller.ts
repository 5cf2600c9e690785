import {
  ChangePasswordRequest,
  CurrentUser,
  LoginRequest,
  LoginResponse,
  SetupTwoFactorResponse,
  VerifyTwoFactorRequest,
  VerifyTwoFactorResponse,
} from '@clearwatch/contracts/http/auth';
import type { SignInState } from '@clearwatch/contracts/internal/auth';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Inject,
  Post,
  Req,
  Res,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { COOKIE_POLICY } from '../boot/cookie-policy.token.ts';
import type { CookiePolicy } from '../sessions/cookie-policy.ts';
import { forgetSession } from '../sessions/forget-session.ts';
import { askingOrNobody } from '../staff-sessions/asking.ts';
import { StaffSessions } from '../staff-sessions/staff-sessions.service.ts';
import { LocalAuthGuard } from './local-auth.guard.ts';
import { SignInService } from './sign-in.service.ts';

@ApiTags('Signing in')
@Controller('api/auth')
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: StaffSessions,
    @Inject(COOKIE_POLICY) private readonly policy: CookiePolicy,
  ) {}

  @Post('login')
  @HttpCode(200)
  @UseGuards(LocalAuthGuard)
  @ApiBody({ type: LoginRequest })
  @ApiOkResponse({ type: LoginResponse })
  login(@Req() request: Request): Promise<LoginResponse> {
    return this.signIns.begin(request, request.user as SignInState);
  }

  @Post('logout')
  @HttpCode(204)
  @ApiNoContentResponse()
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    const asking = askingOrNobody(request);
    if (asking !== null) await this.sessions.signOut(asking);
    forgetSession(request, response, this.policy);
  }

  @Get('user')
  @ApiOkResponse({ type: CurrentUser })
  user(@Req() request: Request): CurrentUser {
    return this.signIns.currentUser(request);
  }

  @Post('change-password')
  @HttpCode(200)
  @ApiOkResponse({ type: LoginResponse })
  changePassword(@Req() request: Request, @Body() body: ChangePasswordRequest): Promise<LoginResponse> {
    return this.signIns.changePassword(request, body);
  }

  @Post('setup-2fa')
  @HttpCode(200)
  @ApiOkResponse({ type: SetupTwoFactorResponse })
  setUpTwoFactor(@Req() request: Request): Promise<SetupTwoFactorResponse> {
    return this.signIns.setUpTwoFactor(request);
  }

  @Post('verify-2fa')
  @HttpCode(200)
  @ApiOkResponse({ type: VerifyTwoFactorResponse })
  verifyTwoFactor(
    @Req() request: Request,
    @Body() body: VerifyTwoFactorRequest,
  ): Promise<VerifyTwoFactorResponse> {
    return this.signIns.verifyTwoFactor(request, body.twoFactorCode);
  }

  @Get('two-factor-qr')
  @ApiOkResponse({ content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } })
  async twoFactorImage(@Req() request: Request): Promise<StreamableFile> {
    return new StreamableFile(await this.signIns.twoFactorImage(request), { type: 'image/png' });
  }
}
