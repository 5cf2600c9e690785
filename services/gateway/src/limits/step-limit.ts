import { Injectable } from '@nestjs/common';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { countedInDatabase } from './counted-in-database.ts';
import { overLimit } from './over-limit.ts';

/** A person who mistypes needs a few; three wrong ones lock the account anyway. */
const TRIES = { points: 30, duration: 60 };

/**
 * Counts for each user how often a password or code of somebody with a session is checked, in all gateways. Each check
 * may cost a slow hash, for which everybody who signs in waits in line, and each failure a line in the audit log: also
 * while the account is locked.
 */
@Injectable()
export class StepLimit {
  private readonly limiter: RateLimiterPostgres;

  constructor(database: DataSource) {
    this.limiter = countedInDatabase(database, { ...TRIES, keyPrefix: 'step' });
  }

  /** @throws AppError `too_many_requests` */
  async count(userId: number): Promise<void> {
    try {
      await this.limiter.consume(userId);
    } catch (reason) {
      throw overLimit(reason);
    }
  }
}
