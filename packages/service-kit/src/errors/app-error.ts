import { ERROR_CODES, type ErrorCode, type ErrorKind } from '@clearwatch/contracts/error-codes';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { isDatabaseStarting, isDatabaseUnavailable, isDiskFull } from '../database/database-errors.ts';
import { requestIdOf } from '../http/request-context.ts';

/** Users see the message of a *user* error unchanged. It must say what is wrong, where, and what to do. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: { cause?: unknown; retryAfterSeconds?: number },
  ) {
    super(message, { cause: options?.cause });
    this.name = 'AppError';
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  readonly retryAfterSeconds: number | undefined;

  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  get kind(): ErrorKind {
    return ERROR_CODES[this.code].kind;
  }
}

/** For a state that ends within seconds. */
export function unavailableError(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { cause, retryAfterSeconds: 5 });
}

export function tooManyRequestsError(message: string, retryAfterSeconds: number): AppError {
  return new AppError('too_many_requests', message, { retryAfterSeconds });
}

const INTERNAL_ERROR = 'Something went wrong on the server.';

/** The first code of each status, which is the general one. */
const CODE_BY_STATUS = new Map<number, ErrorCode>(
  Object.entries(ERROR_CODES)
    .toReversed()
    .map(([code, { status }]) => [status, code as ErrorCode]),
);

/** An unreachable database becomes `unavailable`, never `not_found`. Unknown errors are bugs and reveal nothing. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) {
    const message = 'The server has run out of disk space. Nothing was changed.';
    return new AppError('insufficient_storage', message, { cause: error });
  }
  if (isDatabaseUnavailable(error)) {
    const what = isDatabaseStarting(error)
      ? 'The database is starting or recovering. Please try again in a moment.'
      : 'The database is not responding. Please try again in a moment.';
    return unavailableError(what, error);
  }
  if (error instanceof HttpException) {
    const code = codeOfStatus(error.getStatus());
    return new AppError(code, code === 'internal' ? INTERNAL_ERROR : error.message, { cause: error });
  }
  // Body parsers throw `http-errors`; a 4xx with `expose` set is a client error.
  const { expose, status } = (error ?? {}) as { expose?: unknown; status?: unknown };
  if (expose !== true || typeof status !== 'number' || status < 400 || status >= 500)
    return new AppError('internal', INTERNAL_ERROR, { cause: error });
  const code = codeOfStatus(status);
  const message =
    code === 'payload_too_large' ? 'The request body is too large.' : 'The request body is not valid JSON.';
  return new AppError(code, message, { cause: error });
}

function codeOfStatus(status: number): ErrorCode {
  return CODE_BY_STATUS.get(status) ?? (status < 500 ? 'bad_request' : 'internal');
}

/** Responds with plain text for display (spec section 7). For a bug, the client gets only the request id. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<Request>(), http.getResponse<Response>());
  }

  answer(thrown: unknown, request: Request, response: Response): void {
    const error = toAppError(thrown);
    if (error.kind !== 'user') {
      this.logger[error.kind === 'bug' ? 'error' : 'warn'](
        { err: error.cause ?? error, code: error.code },
        error.message,
      );
    }
    if (response.headersSent) {
      // A truncated response must not look complete, so close the connection.
      response.destroy();
      return;
    }
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
    response.setHeader('X-Error-Code', error.code);
    const suffix = error.kind === 'bug' ? ` Request ID: ${requestIdOf(request)}` : '';
    response.status(error.status).type('text/plain').send(`${error.message}${suffix}`);
  }
}
