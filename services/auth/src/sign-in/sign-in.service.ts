import { setTimeout as pause } from 'node:timers/promises';
import type { LoginRequest } from '@clearwatch/contracts/http/auth';
import type { SignInState } from '@clearwatch/contracts/internal/auth';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../accounts/account.repository.ts';
import type { Account } from '../accounts/account.ts';
import { nextStepOf, toSignInState } from '../accounts/to-sign-in-state.ts';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import { SecondFactorService } from '../two-factor/second-factor.service.ts';

/** Unknown, wrong, locked and inactive read the same (OWASP ASVS 6.3.8). */
export const REFUSED =
  'Invalid username or password. After 3 failed attempts an account is locked for 15 minutes.';
/** Only somebody who gave the right password reads this. */
export const WRONG_CODE =
  'Invalid authenticator code. Each code works once: wait for the next one, and check that the clock of the phone is right. After 3 failed attempts an account is locked for 15 minutes.';

/** Hides whether a failure was written down: every refusal takes at least this long after the hash. */
const REFUSAL_PAUSE_MS = 25;

@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly secondFactor: SecondFactorService,
  ) {}

  /** @throws AppError `unauthenticated` with one of the two sentences above */
  async signIn(actor: Actor, request: LoginRequest): Promise<SignInState> {
    const asked = await this.accounts.byUsername(request.username);
    const isRight = await this.hasher.isRight(request.password, asked?.passwordHash ?? null);
    // Tries wait in line for the hash: a lock or a new password that came meanwhile holds for them too, or many tries
    // at once would be more than three. Asked again for everybody, known or not, so that it takes the same time.
    const account = await this.accounts.byUsername(request.username);
    const isSame = account?.passwordHash === asked?.passwordHash;
    if (account === null || !isRight || !isSame || account.isLocked || !account.isActive) {
      return this.refuse(actor, isRight ? null : account, REFUSED);
    }
    return account.twoFactorEnabled
      ? this.withSecondFactor(actor, account, request.twoFactorCode)
      : this.withPasswordAlone(actor, account);
  }

  private async withSecondFactor(
    actor: Actor,
    account: Account,
    given: string | null | undefined,
  ): Promise<SignInState> {
    const code = given?.trim() ?? '';
    // Half way is neither a failure nor a success: it must not reset the counter for somebody who guesses codes.
    if (code === '') return toSignInState(account, 'two_factor_required');
    const isIn = await this.secondFactor.letIn(actor, account, code);
    return isIn ? toSignInState(account, nextStepOf(account)) : this.refuse(actor, account, WRONG_CODE);
  }

  private async withPasswordAlone(actor: Actor, account: Account): Promise<SignInState> {
    const { id, passwordHash } = account;
    const isIn = await this.accounts.letIn(actor, id, { passwordHash });
    return isIn ? toSignInState(account, nextStepOf(account)) : this.refuse(actor, null, REFUSED);
  }

  /** @param failed whose failure counts; null when nobody's does */
  private async refuse(actor: Actor, failed: Account | null, message: string): Promise<never> {
    const recorded = failed === null ? Promise.resolve() : this.accounts.recordFailure(actor, failed.id);
    await Promise.all([recorded, pause(REFUSAL_PAUSE_MS)]);
    throw new AppError('unauthenticated', message);
  }
}
