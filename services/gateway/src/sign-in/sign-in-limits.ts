import { Injectable } from '@nestjs/common';
import type { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { addressKey, consume, databaseRateLimiter, rateLimitError } from '../http/request-limits.ts';

/** Allows 200 staff behind one address to sign in within a minute, with two requests each and some mistakes. */
const ATTEMPTS = { points: 1_000, duration: 60 };
/** Stops a sweep that tries each of many accounts twice, so that none locks. */
const FAILURES = { points: 100, duration: 15 * 60 };
/** Per user. Three wrong passwords or codes already lock the account. */
const STEP_ATTEMPTS = { points: 30, duration: 60 };

@Injectable()
export class SignInLimits {
  private readonly attempts: RateLimiterPostgres;
  private readonly failures: RateLimiterPostgres;
  private readonly steps: RateLimiterPostgres;

  constructor(database: DataSource) {
    this.attempts = databaseRateLimiter(database, { ...ATTEMPTS, keyPrefix: 'sign-in' });
    this.failures = databaseRateLimiter(database, { ...FAILURES, keyPrefix: 'sign-in-failure' });
    this.steps = databaseRateLimiter(database, { ...STEP_ATTEMPTS, keyPrefix: 'step' });
  }

  /** @throws AppError `too_many_requests` */
  async count(address: string | undefined): Promise<void> {
    const key = addressKey(address);
    assertWithin(await consume(this.attempts, key));
    const failed = await this.failures.get(key);
    if (failed !== null && failed.consumedPoints >= FAILURES.points) throw rateLimitError(failed);
  }

  async countFailure(address: string | undefined): Promise<void> {
    await consume(this.failures, addressKey(address));
  }

  /**
   * Each check may cost a slow hash and each failure an audit event, even while the account is locked.
   * @throws AppError `too_many_requests`
   */
  async countStep(userId: number): Promise<void> {
    assertWithin(await consume(this.steps, userId));
  }
}

function assertWithin(exceeded: RateLimiterRes | null): void {
  if (exceeded !== null) throw rateLimitError(exceeded);
}
