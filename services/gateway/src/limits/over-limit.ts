import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { RateLimiterRes } from 'rate-limiter-flexible';

export const TOO_MANY = 'Too many requests. Please wait a moment and try again.';

/** Makes the library's way of saying "too many" an answer with Retry-After; other failures stay what they are. */
export function overLimit(reason: unknown): Error {
  if (reason instanceof RateLimiterRes) {
    return new AppError('too_many_requests', TOO_MANY, {
      retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1_000)),
    });
  }
  return reason instanceof Error ? reason : new Error('The rate limit could not be read', { cause: reason });
}
