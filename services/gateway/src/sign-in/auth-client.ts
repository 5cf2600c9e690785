import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/error-codes';
import { AppError, unavailableError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { type Caller, HASH_TIMEOUT_MS, type InternalRequestOptions, Upstreams } from '../proxy/upstreams.ts';

const CODE_HEADER = 'x-error-code';

function signInUnavailable(cause: unknown): AppError {
  return unavailableError('Sign-in is not available at the moment. Please try again.', cause);
}

/** Passes on errors from auth, but no details of internal errors. */
export async function errorFromResponse(answer: Response): Promise<AppError> {
  let text: string;
  try {
    text = await answer.text();
  } catch (error) {
    return signInUnavailable(error);
  }
  const code = answer.headers.get(CODE_HEADER);
  if (code === null || !Object.hasOwn(ERROR_CODES, code) || code === 'internal') {
    return new AppError('internal', 'Something went wrong on the server.', {
      cause: new Error(`auth responded with status ${answer.status}`),
    });
  }
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new AppError(code as ErrorCode, text, Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {});
}

/** @throws AppError `unavailable` for an unexpected shape, as during an upgrade */
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
    throw signInUnavailable(new Error(`auth responded with malformed ${fields}`));
  }
  return value;
}

@Injectable()
export class AuthClient {
  constructor(private readonly upstreams: Upstreams) {}

  async post<T extends object>(
    caller: Caller,
    path: string,
    { shape, body, isRead }: Pick<InternalRequestOptions, 'isRead'> & { shape: new () => T; body: object },
  ): Promise<T> {
    const answer = await this.call(caller, path, {
      isRead,
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return parseResponse(shape, answer);
  }

  /** PNG. */
  async twoFactorImage(caller: Caller, userId: number): Promise<Buffer> {
    const answer = await this.call(caller, `users/${userId}/two-factor-qr`, { isRead: true });
    return Buffer.from(await answer.arrayBuffer());
  }

  private async call(
    caller: Caller,
    path: string,
    options: Omit<InternalRequestOptions, 'timeoutMs'>,
  ): Promise<Response> {
    const answer = await this.upstreams
      .request('auth', `/internal/${path}`, { ...options, caller, timeoutMs: HASH_TIMEOUT_MS })
      .catch((error: unknown) => {
        throw signInUnavailable(error);
      });
    if (!answer.ok) throw await errorFromResponse(answer);
    return answer;
  }
}
