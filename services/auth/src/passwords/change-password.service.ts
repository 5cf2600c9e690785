import type { ChangePasswordCommand, SignInState } from '@clearwatch/contracts/sign-in.dto';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  AccountRepository,
  actorFor,
  nextOutcomeOf,
  toSignInState,
} from '../accounts/accounts.repository.ts';
import { FailedAttempts, type FailureReason } from '../accounts/failed-attempts.service.ts';
import type { UserEntity } from '../accounts/user.entity.ts';
import { AuditLog } from '../audit/audit-log.service.ts';
import { PasswordHasher } from './password-hasher.service.ts';
import { passwordProblem } from './password-policy.ts';

/** Also the answer to a locked account: which of the two it is would help somebody who guesses. */
const WRONG_CURRENT_PASSWORD =
  'The current password is not right. After 3 failed attempts an account is locked for 15 minutes.';

@Injectable()
export class ChangePasswordService {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountRepository,
    private readonly failedAttempts: FailedAttempts,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
  ) {}

  /** @throws AppError `unprocessable` with a sentence for the user */
  async change(caller: Actor, command: ChangePasswordCommand): Promise<SignInState> {
    const { currentPassword, newPassword } = command;
    const account = await this.withCurrentPassword(caller, command);
    const problem = passwordProblem(newPassword, account);
    if (problem !== null) throw new AppError('unprocessable', problem);
    if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) {
      throw new AppError('unprocessable', 'The new password must differ from the current one.');
    }
    const changed = await this.store(caller, account, await this.hasher.hash(newPassword));
    if (changed === null) {
      throw new AppError('conflict', 'The account was changed at the same moment. Please sign in again.');
    }
    return toSignInState(changed, nextOutcomeOf(changed));
  }

  private async withCurrentPassword(
    caller: Actor,
    { userId, currentPassword }: ChangePasswordCommand,
  ): Promise<UserEntity> {
    const found = await this.accounts.byId(userId);
    if (found === null) throw new AppError('not_found', 'There is no such user.');
    const isRight = await this.hasher.isRight(currentPassword, found.passwordHash);
    // Tries wait in line for the hash: a lock or a new password that came meanwhile holds for them too.
    const account = await this.accounts.byId(userId);
    const isSame = account?.passwordHash === found.passwordHash;
    if (account !== null && isRight && isSame && !account.isLocked && account.isActive) return account;
    const reason = isRight ? refusalOf(account) : 'wrong_password';
    const attempt = { account: found, action: 'password.change_failed', factor: 'password', reason } as const;
    await this.failedAttempts.record(caller, attempt);
    throw new AppError('unprocessable', WRONG_CURRENT_PASSWORD);
  }

  private store(caller: Actor, account: UserEntity, to: string): Promise<UserEntity | null> {
    const { id, username, passwordHash: from } = account;
    const actor = actorFor(caller, account);
    return inTransaction(this.database, async (manager) => {
      const changed = await this.accounts.changePassword(actor, id, { from, to }, manager);
      if (changed === null) return null;
      const subject = { type: 'user', id, label: username } as const;
      const detail = { wasDemanded: account.forcePasswordReset };
      await this.audit.append(actor, { action: 'password.changed', subject, detail }, manager);
      return changed;
    });
  }
}

function refusalOf(account: UserEntity | null): FailureReason {
  if (account?.isLocked === true) return 'locked';
  return account?.isActive === false ? 'inactive' : 'changed_meanwhile';
}
