import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from '../accounts/account.ts';

/** A person reads the code off a phone in this time. */
const REMEMBERED_MS = 5 * 60_000;
const MOST_REMEMBERED = 10_000;

type Remembered = Pick<Account, 'id' | 'passwordHash' | 'sessionVersion'>;

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
export class CheckedPasswords {
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
      until: now + REMEMBERED_MS,
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
      if (until > now && this.entries.size <= MOST_REMEMBERED) return;
      this.entries.delete(id);
    }
  }

  private mac(userId: number, password: string): Buffer {
    return createHmac('sha256', this.key).update(`${userId}:${password}`, 'utf8').digest();
  }
}
