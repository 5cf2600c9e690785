import {
  ChangePasswordRequest,
  CurrentUser,
  FreshCodeRequest,
  FreshCodeResponse,
  LoginRequest,
  LoginResponse,
  SetupTwoFactorResponse,
  SignInState,
  VerifyTwoFactorRequest,
  VerifyTwoFactorResponse,
} from '@clearwatch/contracts/sign-in.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { bodyValidation } from '@clearwatch/service-kit/http/configure-http';
import {
  Body,
  Controller,
  type ExecutionContext,
  Get,
  HttpCode,
  Inject,
  Injectable,
  Module,
  Post,
  Req,
  Res,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Strategy } from 'passport-local';
import { callerOf, ProxyModule } from '../proxy/upstreams.ts';
import { COOKIE_POLICY, type CookiePolicy, clearSessionCookie } from '../sessions/session-cookie.ts';
import { principalOf } from '../sessions/session-principal.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { UserSessionsService } from '../sessions/sessions.service.ts';
import { AuthClient } from './auth-client.ts';
import { KnownDevices } from './known-devices.ts';
import { SignInService } from './sign-in.service.ts';
import { SignInLimits } from './sign-in-limits.ts';

/** Checks the body before passport uses it, because guards run before pipes. */
@Injectable()
class LocalAuthGuard extends AuthGuard('local') {
  private readonly validation = bodyValidation();

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    request.body = await this.validation.transform(request.body ?? {}, {
      type: 'body',
      metatype: LoginRequest,
    });
    return Boolean(await super.canActivate(context));
  }
}

@Injectable()
class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly auth: AuthClient,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
  ) {
    super({ passReqToCallback: true });
  }

  async validate(request: Request, username: string, password: string): Promise<SignInState> {
    const attempt = { address: request.ip, username, isKnownDevice: this.devices.isKnown(request, username) };
    await this.limits.count(attempt);
    const { twoFactorCode } = request.body as LoginRequest;
    try {
      // Can be aborted safely, because the session is created later.
      return await this.auth.post(callerOf(request), 'sign-in', {
        shape: SignInState,
        body: { username, password, twoFactorCode },
        isRead: true,
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') {
        await this.limits.countFailure(attempt);
      }
      throw error;
    }
  }
}

@ApiTags('Signing in')
@Controller('api/auth')
class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: UserSessionsService,
    private readonly devices: KnownDevices,
    @Inject(COOKIE_POLICY) private readonly policy: CookiePolicy,
  ) {}

  @Post('login')
  @HttpCode(200)
  @UseGuards(LocalAuthGuard)
  @ApiBody({ type: LoginRequest })
  @ApiOkResponse({ type: LoginResponse })
  async login(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<LoginResponse> {
    const answer = await this.signIns.begin(request, request.user as SignInState);
    if (answer.user !== null) this.devices.remember(request, response, answer.user.username);
    return answer;
  }

  @Post('logout')
  @HttpCode(204)
  @ApiNoContentResponse()
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    const current = principalOf(request);
    if (current !== null) await this.sessions.signOut(current);
    clearSessionCookie(request, response, this.policy);
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
  async verifyTwoFactor(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() body: VerifyTwoFactorRequest,
  ): Promise<VerifyTwoFactorResponse> {
    const answer = await this.signIns.verifyTwoFactor(request, body.twoFactorCode);
    this.devices.remember(request, response, answer.user.username);
    return answer;
  }

  @Post('fresh-code')
  @HttpCode(200)
  @ApiOkResponse({ type: FreshCodeResponse, description: 'Allows admin actions in this session for a few minutes.' })
  confirmCode(@Req() request: Request, @Body() body: FreshCodeRequest): Promise<FreshCodeResponse> {
    return this.signIns.confirmCode(request, body.twoFactorCode);
  }

  @Get('two-factor-qr')
  @ApiOkResponse({ content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } })
  async twoFactorImage(@Req() request: Request): Promise<StreamableFile> {
    return new StreamableFile(await this.signIns.twoFactorImage(request), { type: 'image/png' });
  }
}

@Module({
  imports: [PassportModule.register({ session: false }), ProxyModule, SessionsModule],
  controllers: [SignInController],
  providers: [AuthClient, KnownDevices, SignInLimits, LocalStrategy, SignInService],
})
export class SignInModule {}
