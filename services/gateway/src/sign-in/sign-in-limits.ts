import { Injectable } from '@nestjs/common';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { addressKey, databaseRateLimiter, rateLimitError } from '../http/request-limits.ts';

/** 200 staff behind one address sign in at nine o'clock, two requests each, and some of them mistype. */
const ATTEMPTS = { points: 1_000, duration: 60 };
/** Against a sweep over many accounts, each tried twice so that none locks. */
const FAILURES = { points: 100, duration: 15 * 60 };

/** Counts sign-ins for each address, in the database: all gateways share one count. */
@Injectable()
export class SignInLimits {
  private readonly attempts: RateLimiterPostgres;
  private readonly failures: RateLimiterPostgres;

  constructor(database: DataSource) {
    this.attempts = databaseRateLimiter(database, { ...ATTEMPTS, keyPrefix: 'sign-in' });
    this.failures = databaseRateLimiter(database, { ...FAILURES, keyPrefix: 'sign-in-failure' });
  }

  /** @throws AppError `too_many_requests` */
  async count(address: string | undefined): Promise<void> {
    const key = addressKey(address);
    try {
      await this.attempts.consume(key);
    } catch (reason) {
      throw rateLimitError(reason);
    }
    const failed = await this.failures.get(key);
    if (failed !== null && failed.consumedPoints >= FAILURES.points) throw rateLimitError(failed);
  }

  async countFailure(address: string | undefined): Promise<void> {
    try {
      await this.failures.consume(addressKey(address));
    } catch (reason) {
      // Over the limit: the next attempt is told.
      if (!(reason instanceof RateLimiterRes)) throw rateLimitError(reason);
    }
  }
}

/** A person who mistypes needs a few; three wrong ones lock the account anyway. */
const STEP_ATTEMPTS = { points: 30, duration: 60 };

/**
 * Counts for each user how often a password or code of somebody with a session is checked, in all gateways. Each check
 * may cost a slow hash, for which everybody who signs in waits in line, and each failure a line in the audit log: also
 * while the account is locked.
 */
@Injectable()
export class SignInStepLimit {
  private readonly limiter: RateLimiterPostgres;

  constructor(database: DataSource) {
    this.limiter = databaseRateLimiter(database, { ...STEP_ATTEMPTS, keyPrefix: 'step' });
  }

  /** @throws AppError `too_many_requests` */
  async count(userId: number): Promise<void> {
    try {
      await this.limiter.consume(userId);
    } catch (reason) {
      throw rateLimitError(reason);
    }
  }
}
