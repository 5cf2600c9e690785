import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Inject, Injectable } from '@nestjs/common';
import { compare, hash } from 'bcrypt';
import type { UserEntity } from '../accounts/user.entity.ts';
import type { AuthEnvironment } from '../auth-environment.ts';

/** A password as the table keeps it. @param cost of bcrypt, whose rounds are 2^cost */
export function hashPassword(password: string, pepper: Buffer, cost: number): Promise<string> {
  return hash(pepperPassword(password, pepper), cost);
}

/**
 * bcrypt ignores everything after 72 bytes and after a NUL: it is given a keyed hash of fixed length instead. NFKC
 * makes the same password typed on two keyboards the same (NIST SP 800-63B section 5.1.1.2).
 */
function pepperPassword(password: string, pepper: Buffer): string {
  return createHmac('sha256', pepper).update(password.normalize('NFKC'), 'utf8').digest('base64');
}

/** A person reads the code off a phone in this time. */
const REMEMBER_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;

type Remembered = Pick<UserEntity, 'id' | 'passwordHash' | 'sessionVersion'>;

interface Entry {
  mac: Buffer;
  passwordHash: string;
  sessionVersion: number;
  until: number;
}

/**
 * Remembers for a few minutes, in memory only, that a password was found right, so that the second half of a sign-in
 * (the same password again, with the code) needs no second slow hash. Kept is a hash under a key of this process.
 *
 * One wrong password makes it forget: of many guesses sent at the same moment only the first is answered without
 * waiting in line, the others come to the lock like all guesses. Remembering one guess more would tell them apart.
 */
export class RecentPasswordChecks {
  private readonly key = randomBytes(32);
  /** By user id, the oldest first. */
  private readonly entries = new Map<number, Entry>();

  remember(account: Remembered, password: string, now: number): void {
    const { id, passwordHash, sessionVersion } = account;
    this.entries.delete(id);
    this.entries.set(id, {
      mac: this.mac(id, password),
      passwordHash,
      sessionVersion,
      until: now + REMEMBER_MS,
    });
    this.dropOld(now);
  }

  /** Whether this is the password that was right for this very hash and session version; forgets it when it is not. */
  holds(account: Remembered, password: string, now: number): boolean {
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

  private dropOld(now: number): void {
    for (const [id, { until }] of this.entries) {
      if (until > now && this.entries.size <= MAX_REMEMBERED) return;
      this.entries.delete(id);
    }
  }

  private mac(userId: number, password: string): Buffer {
    return createHmac('sha256', this.key).update(`${userId}:${password}`, 'utf8').digest();
  }
}

/** Waiting for longer than this many hashes means longer than any client waits (about 8 hashes a second). */
const MAX_QUEUE_LENGTH = 400;

/** Lets a fixed number of hashes run at a time, in order of arrival: the rest of the service keeps its processor. */
export class HashLimiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly places: number) {}

  /** @throws AppError `unavailable` when so many wait already that the answer would come too late */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.places) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= MAX_QUEUE_LENGTH) {
      throw new AppError('unavailable', 'Too many sign-ins at the moment. Please try again.', {
        retryAfterSeconds: 10,
      });
    }
    await new Promise<void>((resolve) => {
      this.waiting.push(resolve);
    });
  }

  /** The place goes to the next in line, so that nobody new can slip in between. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
  }
}

/** 2^12 rounds (spec section 9): about a quarter of a second each. */
const BCRYPT_COST = 12;
const MAX_CONCURRENT_HASHES = 2;
/** Salt and outcome as bcrypt writes them, all zero: no password comes to that. */
const DUMMY_HASH_TAIL = '.'.repeat(53);

@Injectable()
export class PasswordHasher {
  private readonly gate = new HashLimiter(MAX_CONCURRENT_HASHES);
  private readonly pepper: Buffer;
  private readonly cost = BCRYPT_COST;

  constructor(@Inject(ENVIRONMENT) environment: Pick<AuthEnvironment, 'PASSWORD_PEPPER'>) {
    this.pepper = Buffer.from(environment.PASSWORD_PEPPER, 'hex');
  }

  hash(password: string): Promise<string> {
    return this.gate.run(() => hashPassword(password, this.pepper, this.cost));
  }

  /** @param passwordHash null when there is no such user: takes as long and is never right */
  async isRight(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash ?? this.nobodys;
    const matches = await this.gate.run(() => compare(pepperPassword(password, this.pepper), against));
    return matches && passwordHash !== null;
  }

  /** Checked for an unknown user, who so costs as much as a known one. */
  private get nobodys(): string {
    return `$2b$${String(this.cost).padStart(2, '0')}$${DUMMY_HASH_TAIL}`;
  }
}

/** Checks the password of somebody who signs in: by the slow hash, once for both halves of a sign-in. */
@Injectable()
export class PasswordCheck {
  private readonly checked = new RecentPasswordChecks();

  constructor(private readonly hasher: PasswordHasher) {}

  /** @param account null for somebody unknown: takes as long and is never right */
  async isRight(password: string, account: UserEntity | null): Promise<boolean> {
    // Locked and inactive always take the long way: the time must not tell whether the password was right.
    const isUsable = account !== null && account.isActive && !account.isLocked;
    if (isUsable && this.checked.holds(account, password, performance.now())) return true;
    const isRight = await this.hasher.isRight(password, account?.passwordHash ?? null);
    if (isRight && isUsable && account.twoFactorEnabled) {
      this.checked.remember(account, password, performance.now());
    }
    return isRight;
  }

  /** The sign-in is done. */
  forget(userId: number): void {
    this.checked.forget(userId);
  }
}
