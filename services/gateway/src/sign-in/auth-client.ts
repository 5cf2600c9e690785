import type { ChangePasswordRequest, LoginRequest } from '@clearwatch/contracts/http/auth';
import { PendingTwoFactor, SignInState, TwoFactorEnabled } from '@clearwatch/contracts/internal/auth';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { traceHeaders } from '@clearwatch/service-kit/tracing/spans';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayEnvironment } from '../environment.ts';
import { ask, type Question } from '../proxy/ask.ts';
import { HASH_PATIENCE_MS } from '../proxy/time-limits.ts';
import { Upstreams } from '../proxy/upstreams.ts';
import { errorOf, parseAnswer, signInUnavailable } from './auth-answer.ts';
import type { Caller } from './caller.ts';

/** The private calls to auth, made in the gateway's own name because nobody is signed in yet. */
@Injectable()
export class AuthClient {
  private readonly keys: IdentityKeys;

  constructor(
    @Inject(ENVIRONMENT) environment: GatewayEnvironment,
    private readonly upstreams: Upstreams,
  ) {
    this.keys = new IdentityKeys(environment.IDENTITY_KEYS);
  }

  async signIn(caller: Caller, credentials: LoginRequest): Promise<SignInState> {
    // Given up, it leaves no session: whoever signs in does it once more.
    return parseAnswer(SignInState, await this.post(caller, 'sign-in', credentials, { isRead: true }));
  }

  async changePassword(
    caller: Caller,
    userId: number,
    passwords: ChangePasswordRequest,
  ): Promise<SignInState> {
    return parseAnswer(
      SignInState,
      await this.post(caller, 'change-password', {
        userId,
        currentPassword: passwords.currentPassword,
        newPassword: passwords.newPassword,
      }),
    );
  }

  async setUpTwoFactor(caller: Caller, userId: number): Promise<PendingTwoFactor> {
    return parseAnswer(PendingTwoFactor, await this.post(caller, 'setup-two-factor', { userId }));
  }

  async verifyTwoFactorSetUp(
    caller: Caller,
    userId: number,
    twoFactorCode: string,
  ): Promise<TwoFactorEnabled> {
    const answer = await this.post(caller, 'verify-two-factor-setup', { userId, twoFactorCode });
    return parseAnswer(TwoFactorEnabled, answer);
  }

  /** PNG. */
  async twoFactorImage(caller: Caller, userId: number): Promise<Buffer> {
    const answer = await this.call(caller, `users/${userId}/two-factor-qr`, {
      method: 'GET',
      isRead: true,
    });
    return Buffer.from(await answer.arrayBuffer());
  }

  private post(
    caller: Caller,
    path: string,
    body: object,
    question: Pick<Question, 'isRead'> = {},
  ): Promise<Response> {
    return this.call(caller, path, {
      ...question,
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  }

  private async call(
    caller: Caller,
    path: string,
    question: Pick<Question, 'method' | 'headers' | 'body' | 'isRead'>,
  ): Promise<Response> {
    const actor = { userId: null, username: 'gateway', role: 'Gateway', ...caller } as const;
    const headers = {
      ...question.headers,
      [IDENTITY_HEADER]: signIdentity(actor, 'auth', this.keys),
      'x-request-id': caller.requestId,
      ...traceHeaders(),
    };
    let answer: Response;
    try {
      answer = await ask(this.upstreams.of('auth'), `/internal/${path}`, {
        ...question,
        headers,
        patienceMs: HASH_PATIENCE_MS,
      });
    } catch (error) {
      throw signInUnavailable(error);
    }
    if (!answer.ok) throw await errorOf(answer);
    return answer;
  }
}
