import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/errors';
import { HttpException } from '@nestjs/common';
import { isDiskFull, isStarting, isUnavailable } from '../database/database-failure.ts';
import { AppError } from './app-error.ts';

const CODE_BY_STATUS = new Map<number, ErrorCode>(
  Object.entries(ERROR_CODES).map(([code, { status }]) => [status, code as ErrorCode]),
);

/**
 * Gives every thrown thing its meaning. A database that is away is *unavailable*, never "not found" or "no user";
 * whatever is not recognised is a bug and says nothing about itself.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) {
    return new AppError(
      'insufficient_storage',
      'The server has run out of disk space. Nothing was changed.',
      {
        cause: error,
      },
    );
  }
  if (isUnavailable(error)) {
    const what = isStarting(error)
      ? 'The database is starting or recovering. Please try again in a moment.'
      : 'The database does not answer at the moment. Please try again.';
    return new AppError('unavailable', what, {
      cause: error,
      retryAfterSeconds: 5,
    });
  }
  if (error instanceof HttpException) return fromNest(error);
  const status = httpErrorStatus(error);
  if (status !== null) return fromStatus(status, error);
  return new AppError('internal', 'Something went wrong on the server.', { cause: error });
}

function fromNest(error: HttpException): AppError {
  const code =
    CODE_BY_STATUS.get(error.getStatus()) ?? (error.getStatus() < 500 ? 'bad_request' : 'internal');
  return new AppError(code, code === 'internal' ? 'Something went wrong on the server.' : error.message, {
    cause: error,
  });
}

/** Express middleware (body parsers) throws `http-errors`: an `expose`d 4xx is the caller's fault. */
function httpErrorStatus(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('expose' in error) || !('status' in error))
    return null;
  const { expose, status } = error;
  return expose === true && typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

function fromStatus(status: number, cause: unknown): AppError {
  const code = CODE_BY_STATUS.get(status) ?? 'bad_request';
  const message =
    code === 'payload_too_large' ? 'The request body is too large.' : 'The request body is not valid JSON.';
  return new AppError(code, message, { cause });
}
