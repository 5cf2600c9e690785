import type { ChangePasswordCommand, SignInState } from '@clearwatch/contracts/sign-in.dto';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsService, actorFor, nextOutcomeOf, refusalOf, toSignInState } from '../accounts/accounts.service.ts';
import { CAN_SIGN_IN, FINISHED_TWO_FACTOR_SECRET, NEXT_SESSION_VERSION, UserEntity } from '../accounts/user.entity.ts';
import { AuditLog, userSubject } from '../audit/audit-log.service.ts';
import { PasswordHasher } from './password-hasher.service.ts';
import { assertStrongPassword } from './password-policy.ts';

/** Also shown for a locked account, because a different message would help an attacker who guesses. */
const WRONG_CURRENT_PASSWORD =
  'The current password is incorrect. After 3 failed attempts an account is locked for 15 minutes.';

@Injectable()
export class ChangePasswordService {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsService,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
  ) {}

  /** @throws AppError `unprocessable` with a message for the user */
  async change(caller: Actor, command: ChangePasswordCommand): Promise<SignInState> {
    const { currentPassword, newPassword } = command;
    const account = await this.withCurrentPassword(caller, command);
    assertStrongPassword(newPassword, account);
    if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) {
      throw new AppError('unprocessable', 'The new password must differ from the current one.');
    }
    const changed = await this.store(caller, account, await this.hasher.hash(newPassword));
    if (changed === null) {
      throw new AppError('conflict', 'Your account was changed at the same time. Please sign in again.');
    }
    return toSignInState(changed, nextOutcomeOf(changed));
  }

  private async withCurrentPassword(
    caller: Actor,
    { userId, currentPassword }: ChangePasswordCommand,
  ): Promise<UserEntity> {
    const found = await this.accounts.byId(userId);
    if (found === null) throw new AppError('not_found', 'This user does not exist.');
    const isRight = await this.hasher.isRight(currentPassword, found.passwordHash);
    // Attempts queue for the hash. A lock or a new password that was set in the meantime applies to them too.
    const account = await this.accounts.byId(userId);
    const refusal = refusalOf(account ?? found, { isRight, checkedAgainst: found.passwordHash });
    if (account !== null && refusal === null) return account;
    const isDeleted = account === null && isRight;
    const reason = isDeleted || refusal === null ? 'changed_meanwhile' : refusal;
    const attempt = { account: found, action: 'password.change_failed', factor: 'password', reason } as const;
    await this.accounts.recordFailure(caller, attempt);
    throw new AppError('unprocessable', WRONG_CURRENT_PASSWORD);
  }

  /**
   * Discards an unfinished two-factor setup, because an attacker who knew the old password may have seen its secret.
   * @returns null when the account was changed in the meantime
   */
  private store(caller: Actor, account: UserEntity, newHash: string): Promise<UserEntity | null> {
    const { id, passwordHash } = account;
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(
        UserEntity,
        { id, passwordHash, ...CAN_SIGN_IN },
        {
          passwordHash: newHash,
          forcePasswordReset: false,
          passwordResetToken: null,
          passwordResetExpires: null,
          twoFactorSecret: FINISHED_TWO_FACTOR_SECRET,
          failedLoginAttempts: 0,
          sessionVersion: NEXT_SESSION_VERSION,
        },
      );
      if (affected !== 1) return null;
      const changed = await manager.findOneBy(UserEntity, { id });
      const detail = { wasDemanded: account.forcePasswordReset };
      const entry = { action: 'password.changed', subject: userSubject(account), detail } as const;
      await this.audit.append(actorFor(caller, account), entry, manager);
      return changed;
    });
  }
}
