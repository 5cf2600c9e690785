import type { ResetPasswordRequest, StaffUser } from '@clearwatch/contracts/http/users';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import { AdminActs } from './admin-acts.service.ts';
import { notToOneself } from './not-to-oneself.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { toStaffUser } from './to-staff-user.ts';
import { UsersRepository } from './users.repository.ts';

/** What admins do for somebody who cannot get in. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly acts: AdminActs,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Also lifts a lock: an admin who gives somebody a new password wants him in. Two-factor stays as it is: whoever
   * talks an admin into a new password still needs the phone (OWASP ASVS 6.4.3).
   */
  async resetPassword(actor: Actor, id: number, request: ResetPasswordRequest): Promise<StaffUser> {
    notToOneself(actor, id, 'resetPassword');
    const forceReset = request.forceReset ?? false;
    refuseWeakPassword(request.newPassword, await this.users.nameOf(id));
    const passwordHash = await this.hasher.hash(request.newPassword);
    const after = await this.acts.change(actor, id, async ({ lockedUntil }, manager) => {
      await this.users.resetPassword(actor, id, { passwordHash, forceReset }, manager);
      return [{ action: 'password.reset', detail: { forceReset, wasLockedUntil: lockedUntil } }];
    });
    return toStaffUser(after);
  }

  /** Somebody who is not locked and has no failures stays as he is. */
  async unlock(actor: Actor, id: number): Promise<StaffUser> {
    notToOneself(actor, id, 'unlock');
    const after = await this.acts.change(actor, id, async (user, manager) => {
      const { lockedUntil, failedLoginAttempts } = user;
      if (lockedUntil === null && failedLoginAttempts === 0) return [];
      await this.users.unlock(actor, id, manager);
      return [{ action: 'user.unlocked', detail: { wasLockedUntil: lockedUntil, failedLoginAttempts } }];
    });
    return toStaffUser(after);
  }

  async resetTwoFactor(actor: Actor, id: number): Promise<StaffUser> {
    notToOneself(actor, id, 'resetTwoFactor');
    const after = await this.acts.change(actor, id, async (user, manager) => {
      if (!user.hasTwoFactorSecret && !user.twoFactorEnabled) return [];
      await this.users.resetTwoFactor(actor, id, manager);
      return [{ action: 'two_factor.reset', detail: { wasEnabled: user.twoFactorEnabled } }];
    });
    return toStaffUser(after);
  }
}
