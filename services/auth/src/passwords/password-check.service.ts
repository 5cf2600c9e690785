import { Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.ts';
import { CheckedPasswords } from './checked-passwords.ts';
import { PasswordHasher } from './password-hasher.service.ts';

/** Checks the password of somebody who signs in: by the slow hash, once for both halves of a sign-in. */
@Injectable()
export class PasswordCheck {
  private readonly checked = new CheckedPasswords();

  constructor(private readonly hasher: PasswordHasher) {}

  /** @param account null for somebody unknown: takes as long and is never right */
  async isRight(password: string, account: Account | null): Promise<boolean> {
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
