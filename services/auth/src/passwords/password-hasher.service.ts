import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Inject, Injectable } from '@nestjs/common';
import { compare, hash } from 'bcrypt';
import type { UserEntity } from '../accounts/user.entity.ts';
import type { AuthEnvironment } from '../auth-environment.ts';

/** @param cost bcrypt runs 2^cost rounds */
export function hashPassword(password: string, pepper: Buffer, cost: number): Promise<string> {
  return hash(pepperPassword(password, pepper), cost);
}

/**
 * bcrypt ignores everything after 72 bytes or a NUL. With NFKC, the same password typed on different keyboards gives
 * the same hash (NIST SP 800-63B 5.1.1.2).
 */
function pepperPassword(password: string, pepper: Buffer): string {
  return createHmac('sha256', pepper).update(password.normalize('NFKC'), 'utf8').digest('base64');
}

/** Time to read the code from a phone. */
const REMEMBER_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;

type Account = Pick<UserEntity, 'id' | 'passwordHash' | 'sessionVersion'>;

/**
 * Remembers for a few minutes that a password was correct, so that the second step of a sign-in (the same password with
 * the code) needs no second slow hash. Stores only keyed hashes, in memory. A wrong password removes the entry.
 * Otherwise, the correct one among many concurrent guesses would skip the queue and the lock, and so be revealed.
 */
export class RecentPasswordChecks {
  private readonly key = randomBytes(32);
  /** By user id, oldest first. */
  private readonly entries = new Map<number, Omit<Account, 'id'> & { mac: Buffer; until: number }>();

  remember({ id, passwordHash, sessionVersion }: Account, password: string, now: number): void {
    const mac = this.mac(id, password);
    this.entries.delete(id);
    this.entries.set(id, { mac, passwordHash, sessionVersion, until: now + REMEMBER_MS });
    for (const [oldest, { until }] of this.entries) {
      if (until > now && this.entries.size <= MAX_REMEMBERED) return;
      this.entries.delete(oldest);
    }
  }

  /** Removes the entry if it has expired or if the password, its hash or the session version differs. */
  holds(account: Account, password: string, now: number): boolean {
    const entry = this.entries.get(account.id);
    if (entry === undefined) return false;
    const isHeld =
      entry.until > now &&
      entry.passwordHash === account.passwordHash &&
      entry.sessionVersion === account.sessionVersion &&
      timingSafeEqual(entry.mac, this.mac(account.id, password));
    if (!isHeld) this.forget(account.id);
    return isHeld;
  }

  forget(userId: number): void {
    this.entries.delete(userId);
  }

  get size(): number {
    return this.entries.size;
  }

  private mac(userId: number, password: string): Buffer {
    return createHmac('sha256', this.key).update(`${userId}:${password}`, 'utf8').digest();
  }
}

/** At about 8 hashes a second, clients would not wait for a longer queue. */
const MAX_QUEUE_LENGTH = 400;

/** Runs a fixed number of hashes at a time, in order of arrival, and leaves processor time for other requests. */
export class HashLimiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly places: number) {}

  /** @throws AppError `unavailable` if the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.places) this.running += 1;
    else if (this.waiting.length < MAX_QUEUE_LENGTH) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    } else {
      throw new AppError('unavailable', 'Too many sign-ins right now. Please try again in a moment.', {
        retryAfterSeconds: 10,
      });
    }
    try {
      return await work();
    } finally {
      // Passes the slot directly to the next caller, so that a new request cannot take it.
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

/** 2^12 rounds (spec section 9): about a quarter of a second per hash. */
const BCRYPT_COST = 12;
const MAX_CONCURRENT_HASHES = 2;
/** Salt and hash in bcrypt format, all zero. Matches no password. */
const DUMMY_HASH_TAIL = '.'.repeat(53);

@Injectable()
export class PasswordHasher {
  private readonly limiter = new HashLimiter(MAX_CONCURRENT_HASHES);
  private readonly pepper: Buffer;
  private readonly cost = BCRYPT_COST;

  constructor(@Inject(ENVIRONMENT) environment: Pick<AuthEnvironment, 'PASSWORD_PEPPER'>) {
    this.pepper = Buffer.from(environment.PASSWORD_PEPPER, 'hex');
  }

  hash(password: string): Promise<string> {
    return this.limiter.run(() => hashPassword(password, this.pepper, this.cost));
  }

  /** @param passwordHash null for an unknown user; takes the same time and returns false */
  async isRight(password: string, passwordHash: string | null): Promise<boolean> {
    const dummy = `$2b$${String(this.cost).padStart(2, '0')}$${DUMMY_HASH_TAIL}`;
    const against = passwordHash ?? dummy;
    const matches = await this.limiter.run(() => compare(pepperPassword(password, this.pepper), against));
    return matches && passwordHash !== null;
  }
}

@Injectable()
export class PasswordCheck {
  private readonly checked = new RecentPasswordChecks();

  constructor(private readonly hasher: PasswordHasher) {}

  /** @param account null for an unknown user; takes the same time and returns false */
  async isRight(password: string, account: UserEntity | null): Promise<boolean> {
    // Locked and inactive users always need the slow hash, because the time must not reveal whether the password was
    // correct.
    const isUsable = account !== null && account.isActive && !account.isLocked;
    if (isUsable && this.checked.holds(account, password, performance.now())) return true;
    const isRight = await this.hasher.isRight(password, account?.passwordHash ?? null);
    if (isRight && isUsable && account.twoFactorEnabled) {
      this.checked.remember(account, password, performance.now());
    }
    return isRight;
  }

  forget(userId: number): void {
    this.checked.forget(userId);
  }
}
