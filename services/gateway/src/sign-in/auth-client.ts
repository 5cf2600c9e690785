import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/error-codes';
import {
  type ChangePasswordRequest,
  type LoginRequest,
  PendingTwoFactor,
  SignInState,
  TwoFactorEnabled,
} from '@clearwatch/contracts/sign-in.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { traceHeaders } from '@clearwatch/service-kit/tracing/tracing';
import { Inject, Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { GatewayEnvironment } from '../gateway-environment.ts';
import {
  type Caller,
  HASH_TIMEOUT_MS,
  type InternalRequestOptions,
  internalRequest,
  Upstreams,
} from '../proxy/upstreams.ts';

const CODE_HEADER = 'x-error-code';

function signInUnavailable(cause: unknown): AppError {
  return new AppError('unavailable', 'Signing in is not available at the moment. Please try again.', {
    cause,
    retryAfterSeconds: 5,
  });
}

/** The error auth answered with, to be passed on; of its own defects nothing is told. */
export async function errorFromResponse(answer: Response): Promise<AppError> {
  let text: string;
  try {
    text = await answer.text();
  } catch (error) {
    return signInUnavailable(error);
  }
  const code = answer.headers.get(CODE_HEADER);
  if (!isErrorCode(code) || code === 'internal') {
    return new AppError('internal', 'Something went wrong on the server.', {
      cause: new Error(`auth answered ${answer.status}`),
    });
  }
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new AppError(code, text, Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {});
}

function isErrorCode(code: string | null): code is ErrorCode {
  return code !== null && Object.hasOwn(ERROR_CODES, code);
}

/** @throws AppError `unavailable` when auth answers in another shape: two versions that do not fit */
export async function parseResponse<T extends object>(shape: new () => T, answer: Response): Promise<T> {
  let body: unknown;
  try {
    body = await answer.json();
  } catch (error) {
    throw signInUnavailable(error);
  }
  const value = plainToInstance(shape, body);
  const problems = validateSync(value, { forbidUnknownValues: true });
  if (problems.length > 0) {
    const fields = problems.map(({ property }) => property).join(', ');
    throw signInUnavailable(new Error(`auth answered with malformed ${fields}`));
  }
  return value;
}

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
    return parseResponse(SignInState, await this.post(caller, 'sign-in', credentials, { isRead: true }));
  }

  async changePassword(
    caller: Caller,
    userId: number,
    passwords: ChangePasswordRequest,
  ): Promise<SignInState> {
    return parseResponse(
      SignInState,
      await this.post(caller, 'change-password', {
        userId,
        currentPassword: passwords.currentPassword,
        newPassword: passwords.newPassword,
      }),
    );
  }

  async setUpTwoFactor(caller: Caller, userId: number): Promise<PendingTwoFactor> {
    return parseResponse(PendingTwoFactor, await this.post(caller, 'setup-two-factor', { userId }));
  }

  async verifyTwoFactorSetUp(
    caller: Caller,
    userId: number,
    twoFactorCode: string,
  ): Promise<TwoFactorEnabled> {
    const answer = await this.post(caller, 'verify-two-factor-setup', { userId, twoFactorCode });
    return parseResponse(TwoFactorEnabled, answer);
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
    question: Pick<InternalRequestOptions, 'isRead'> = {},
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
    question: Pick<InternalRequestOptions, 'method' | 'headers' | 'body' | 'isRead'>,
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
      answer = await internalRequest(this.upstreams.of('auth'), `/internal/${path}`, {
        ...question,
        headers,
        timeoutMs: HASH_TIMEOUT_MS,
      });
    } catch (error) {
      throw signInUnavailable(error);
    }
    if (!answer.ok) throw await errorFromResponse(answer);
    return answer;
  }
}
