import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { tooManyRequestsError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import type { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { addressKey, consume, databaseRateLimiter, rateLimitError } from '../http/request-limits.ts';
import { normalizeTypedName } from './known-devices.ts';

/** Allows 200 staff behind one address to sign in within a minute, with two requests each and some mistakes. */
const ATTEMPTS = { points: 1_000, duration: 60 };
/** Stops a sweep that tries each of many accounts twice, so that none locks. */
const FAILURES = { points: 100, duration: 15 * 60 };
/** For one name from one address: more than the failures that lock an account. */
const NAME_FAILURES = { points: 30, duration: 15 * 60 };
/** Per user. Three wrong passwords or codes already lock the account. */
const STEP_ATTEMPTS = { points: 30, duration: 60 };

/** Beyond this number of failures, more than an office makes, attempts from the address take turns. */
const SLOW_FROM = 70;
const SLOWER_BY_MS = 50;
/** Each waiting attempt holds a connection. */
const MAX_WAITING = 20;

/** @returns milliseconds between two attempts from an address with this many failures */
export function pauseAfter(failures: number): number {
  return Math.max(0, failures - SLOW_FROM) * SLOWER_BY_MS;
}

export interface SignInAttempt {
  address: string | undefined;
  username: string;
  /** Not limited by its address, which strangers may share. */
  isKnownDevice: boolean;
}

@Injectable()
export class SignInLimits {
  private readonly attempts: RateLimiterPostgres;
  private readonly failures: RateLimiterPostgres;
  private readonly nameFailures: RateLimiterPostgres;
  private readonly steps: RateLimiterPostgres;
  private readonly lines = new Map<string, { waiting: number; last: Promise<void> }>();

  /** Replaced in tests. */
  private readonly pause = (milliseconds: number): Promise<void> => pause(milliseconds);

  constructor(database: DataSource) {
    this.attempts = databaseRateLimiter(database, { ...ATTEMPTS, keyPrefix: 'sign-in' });
    this.failures = databaseRateLimiter(database, { ...FAILURES, keyPrefix: 'sign-in-failure' });
    this.nameFailures = databaseRateLimiter(database, { ...NAME_FAILURES, keyPrefix: 'sign-in-name' });
    this.steps = databaseRateLimiter(database, { ...STEP_ATTEMPTS, keyPrefix: 'step' });
  }

  /** Slows an address with many failures down before it refuses further attempts. @throws AppError `too_many_requests` */
  async count({ address, username, isKnownDevice }: SignInAttempt): Promise<void> {
    if (isKnownDevice) {
      assertWithin(await consume(this.steps, `device ${nameKey(username)}`));
      return;
    }
    const key = addressKey(address);
    assertWithin(await consume(this.attempts, key));
    const [failed, failedName] = await Promise.all([
      this.failures.get(key),
      this.nameFailures.get(`${key} ${nameKey(username)}`),
    ]);
    if (failed !== null && failed.consumedPoints >= FAILURES.points) throw rateLimitError(failed);
    if (failedName !== null && failedName.consumedPoints >= NAME_FAILURES.points) throw rateLimitError(failedName);
    await this.waitInLine(key, pauseAfter(failed?.consumedPoints ?? 0));
  }

  async countFailure({ address, username, isKnownDevice }: SignInAttempt): Promise<void> {
    // The lock of the account limits these.
    if (isKnownDevice) return;
    const key = addressKey(address);
    await Promise.all([consume(this.failures, key), consume(this.nameFailures, `${key} ${nameKey(username)}`)]);
  }

  /**
   * Each check may cost a slow hash and each failure an audit event, even while the account is locked.
   * @throws AppError `too_many_requests`
   */
  async countStep(userId: number): Promise<void> {
    assertWithin(await consume(this.steps, userId));
  }

  /** One after the other, because pauses alone would not slow parallel attempts down. */
  private async waitInLine(key: string, milliseconds: number): Promise<void> {
    if (milliseconds === 0) return;
    const line = this.lines.get(key) ?? { waiting: 0, last: Promise.resolve() };
    if (line.waiting >= MAX_WAITING) {
      throw tooManyRequestsError('Too many sign-ins from this address failed. Please try again in a moment.', 10);
    }
    this.lines.set(key, line);
    line.waiting += 1;
    line.last = line.last.then(() => this.pause(milliseconds));
    await line.last;
    line.waiting -= 1;
    if (line.waiting === 0) this.lines.delete(key);
  }
}

/** People sometimes type their password as the name, so the name is not stored. */
function nameKey(username: string): string {
  return createHash('sha256').update(normalizeTypedName(username)).digest('base64url').slice(0, 22);
}

function assertWithin(exceeded: RateLimiterRes | null): void {
  if (exceeded !== null) throw rateLimitError(exceeded);
}
