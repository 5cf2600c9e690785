import { Injectable } from '@nestjs/common';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { addressKey } from './address-key.ts';
import { countedInDatabase } from './counted-in-database.ts';
import { overLimit } from './over-limit.ts';

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
    this.attempts = countedInDatabase(database, { ...ATTEMPTS, keyPrefix: 'sign-in' });
    this.failures = countedInDatabase(database, { ...FAILURES, keyPrefix: 'sign-in-failure' });
  }

  /** @throws AppError `too_many_requests` */
  async count(address: string | undefined): Promise<void> {
    const key = addressKey(address);
    try {
      await this.attempts.consume(key);
    } catch (reason) {
      throw overLimit(reason);
    }
    const failed = await this.failures.get(key);
    if (failed !== null && failed.consumedPoints >= FAILURES.points) throw overLimit(failed);
  }

  async countFailure(address: string | undefined): Promise<void> {
    try {
      await this.failures.consume(addressKey(address));
    } catch (reason) {
      // Over the limit: the next attempt is told.
      if (!(reason instanceof RateLimiterRes)) throw overLimit(reason);
    }
  }
}
