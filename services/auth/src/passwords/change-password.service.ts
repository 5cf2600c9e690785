import type { ChangePasswordCommand, SignInState } from '@clearwatch/contracts/internal/auth';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../accounts/account.repository.ts';
import { nextStepOf, toSignInState } from '../accounts/to-sign-in-state.ts';
import { PasswordHasher } from './password-hasher.service.ts';
import { passwordProblem } from './password-problem.ts';

/** Also the answer to a locked account: which of the two it is would help somebody who guesses. */
const WRONG_CURRENT_PASSWORD =
  'The current password is not right. After 3 failed attempts an account is locked for 15 minutes.';

@Injectable()
export class ChangePasswordService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @throws AppError `unprocessable` with a sentence for the user */
  async change(actor: Actor, command: ChangePasswordCommand): Promise<SignInState> {
    const { userId, currentPassword, newPassword } = command;
    const asked = await this.accounts.byId(userId);
    if (asked === null) throw new AppError('not_found', 'There is no such user.');

    const isRight = await this.hasher.isRight(currentPassword, asked.passwordHash);
    if (!isRight) await this.accounts.recordFailure(actor, userId);
    // Tries wait in line for the hash: a lock or a new password that came meanwhile holds for them too.
    const account = await this.accounts.byId(userId);
    const isSame = account?.passwordHash === asked.passwordHash;
    if (account === null || !isRight || !isSame || account.isLocked || !account.isActive) {
      throw new AppError('unprocessable', WRONG_CURRENT_PASSWORD);
    }
    const problem = passwordProblem(newPassword, account);
    if (problem !== null) throw new AppError('unprocessable', problem);
    if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) {
      throw new AppError('unprocessable', 'The new password must differ from the current one.');
    }

    const to = await this.hasher.hash(newPassword);
    const changed = await this.accounts.changePassword(actor, userId, { from: account.passwordHash, to });
    if (changed === null) {
      throw new AppError('conflict', 'The account was changed at the same moment. Please sign in again.');
    }
    return toSignInState(changed, nextStepOf(changed));
  }
}
