import type { ChangePasswordRequest, LoginRequest } from '@clearwatch/contracts/http/auth';
import { PendingTwoFactor, SignInState, TwoFactorEnabled } from '@clearwatch/contracts/internal/auth';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayEnvironment } from '../environment.ts';
import { errorOf, parseAnswer, signInUnavailable } from './auth-answer.ts';

/** 200 sign-ins at once wait for their turn at the hash, about eight a second. */
const PATIENCE_MS = 90_000;

/** The private calls to auth, made in the gateway's own name because nobody is signed in yet. */
@Injectable()
export class AuthClient {
  private readonly keys: IdentityKeys;

  constructor(@Inject(ENVIRONMENT) private readonly environment: GatewayEnvironment) {
    this.keys = new IdentityKeys(environment.IDENTITY_KEYS);
  }

  async signIn(requestId: string, credentials: LoginRequest): Promise<SignInState> {
    return parseAnswer(SignInState, await this.post(requestId, 'sign-in', credentials));
  }

  async changePassword(
    requestId: string,
    userId: number,
    passwords: ChangePasswordRequest,
  ): Promise<SignInState> {
    return parseAnswer(
      SignInState,
      await this.post(requestId, 'change-password', {
        userId,
        currentPassword: passwords.currentPassword,
        newPassword: passwords.newPassword,
      }),
    );
  }

  async setUpTwoFactor(requestId: string, userId: number): Promise<PendingTwoFactor> {
    return parseAnswer(PendingTwoFactor, await this.post(requestId, 'setup-two-factor', { userId }));
  }

  async verifyTwoFactorSetUp(
    requestId: string,
    userId: number,
    twoFactorCode: string,
  ): Promise<TwoFactorEnabled> {
    const answer = await this.post(requestId, 'verify-two-factor-setup', { userId, twoFactorCode });
    return parseAnswer(TwoFactorEnabled, answer);
  }

  /** PNG. */
  async twoFactorImage(requestId: string, userId: number): Promise<Buffer> {
    const answer = await this.call(requestId, `users/${userId}/two-factor-qr`, { method: 'GET' });
    return Buffer.from(await answer.arrayBuffer());
  }

  private post(requestId: string, path: string, body: object): Promise<Response> {
    return this.call(requestId, path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  }

  private async call(requestId: string, path: string, init: RequestInit): Promise<Response> {
    const actor = { userId: null, username: 'gateway', role: 'Gateway', requestId } as const;
    const headers = new Headers(init.headers);
    headers.set(IDENTITY_HEADER, await signIdentity(actor, 'auth', this.keys));
    headers.set('x-request-id', requestId);
    let answer: Response;
    try {
      answer = await fetch(new URL(`/internal/${path}`, this.environment.AUTH_URL), {
        ...init,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
    } catch (error) {
      throw signInUnavailable(error);
    }
    if (!answer.ok) throw await errorOf(answer);
    return answer;
  }
}
