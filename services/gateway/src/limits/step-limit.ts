import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { overLimit } from './over-limit.ts';

/** A person who mistypes needs a few; three wrong ones lock the account anyway. */
const TRIES = { points: 30, duration: 60 };

/**
 * Counts for each user how often a password or code of somebody with a session is checked, in each gateway. Each check
 * may cost a slow hash, for which everybody who signs in waits in line, and each failure a line in the audit log: also
 * while the account is locked.
 */
@Injectable()
export class StepLimit {
  private readonly limiter = new RateLimiterMemory(TRIES);

  /** @throws AppError `too_many_requests` */
  async count(userId: number): Promise<void> {
    try {
      await this.limiter.consume(userId);
    } catch (reason) {
      throw overLimit(reason);
    }
  }
}
