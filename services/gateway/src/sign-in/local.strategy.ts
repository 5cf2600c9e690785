import type { LoginRequest } from '@clearwatch/contracts/http/auth';
import type { SignInState } from '@clearwatch/contracts/internal/auth';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-local';
import { SignInLimits } from '../limits/sign-in-limits.ts';
import { AuthClient } from './auth-client.ts';
import { callerOf } from './caller.ts';

/** Username and password, and the code when the form has one, against auth; counted for each address. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly auth: AuthClient,
    private readonly limits: SignInLimits,
  ) {
    super({ passReqToCallback: true });
  }

  async validate(request: Request, username: string, password: string): Promise<SignInState> {
    await this.limits.count(request.ip);
    const { twoFactorCode } = request.body as LoginRequest;
    try {
      return await this.auth.signIn(callerOf(request), { username, password, twoFactorCode });
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') {
        await this.limits.countFailure(request.ip);
      }
      throw error;
    }
  }
}
