import { setTimeout as pause } from 'node:timers/promises';
import type { LoginRequest, SignInState } from '@clearwatch/contracts/sign-in.dto';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { FixedLabelCounter } from '@clearwatch/service-kit/metrics/prometheus-metrics';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan } from 'typeorm';
import {
  AccountsService,
  actorFor,
  FAILURE_REASONS,
  type FailedAttempt,
  nextOutcomeOf,
  refusalOf,
  toSignInState,
} from '../accounts/accounts.service.ts';
import { CAN_SIGN_IN, RecoveryCodeEntity, UserEntity } from '../accounts/user.entity.ts';
import { AuditLog, userSubject } from '../audit/audit-log.service.ts';
import { PasswordCheck } from '../passwords/password-hasher.service.ts';
import { normalizeRecoveryCode, TwoFactorService } from '../two-factor/two-factor.service.ts';

/** A correct password that still needs a code is not counted. */
const SIGN_IN_COUNTER = new FixedLabelCounter({
  name: 'clearwatch_sign_ins_total',
  help: 'Sign-in attempts by outcome: admitted, or the reason for the refusal.',
  label: 'outcome',
  values: ['admitted', ...FAILURE_REASONS],
});

/** The same for an unknown user, a wrong password, and a locked or inactive account (OWASP ASVS 6.3.8). */
export const SIGN_IN_REFUSED =
  'Invalid username or password. After 3 failed attempts an account is locked for 15 minutes.';
/** Shown only after the correct password. */
export const WRONG_CODE =
  'Invalid authenticator code. Each code works once. Wait for the next code and check that the time on your phone is correct. After 3 failed attempts an account is locked for 15 minutes.';

/** The same for a wrong code and a used code. */
export const WRONG_RECOVERY_CODE =
  'Invalid recovery code. Each recovery code works once. Enter one that you have not used. After 3 failed attempts an account is locked for 15 minutes.';

/** Minimum time from the hash to a refusal, which hides differences in the database writes. */
const MIN_REFUSAL_MS = 25;

/** Rolls the transaction back. */
class AdmissionRefusedError extends Error {}

/** Proof that is used up when the user is admitted. */
interface Proof {
  /** Time step of the authenticator code, accepted once (RFC 6238 section 5.2). */
  step?: number;
  recoveryCodeHash?: string;
}

@Injectable()
export class AuthenticationService {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordCheck,
    private readonly twoFactor: TwoFactorService,
    private readonly audit: AuditLog,
  ) {}

  /** @throws AppError `unauthenticated` with one of the messages above */
  async signIn(caller: Actor, request: LoginRequest): Promise<SignInState> {
    const found = await this.accounts.byUsername(request.username);
    const isRight = await this.passwords.isRight(request.password, found);
    // Attempts queue for the hash. Without a second read, queued attempts would bypass a lock that was set in the
    // meantime. Unknown users are also read twice, so the time is the same.
    const account = await this.accounts.byUsername(request.username);
    const reason = refusalOf(account, { isRight, checkedAgainst: found?.passwordHash });
    if (account === null || reason !== null) {
      const refused = { account, factor: 'password', reason: reason ?? 'unknown_user' } as const;
      return this.refuse(caller, refused, SIGN_IN_REFUSED);
    }
    if (account.twoFactorEnabled) return this.checkSecondFactor(caller, account, request.twoFactorCode);
    const factor = 'password';
    if (!(await this.admit(caller, { account, factor, proof: {} }))) {
      return this.refuse(caller, { account, factor, reason: 'changed_meanwhile' }, SIGN_IN_REFUSED);
    }
    SIGN_IN_COUNTER.count('admitted');
    return toSignInState(account, nextOutcomeOf(account));
  }

  private async checkSecondFactor(
    caller: Actor,
    account: UserEntity,
    twoFactorCode: string | null | undefined,
  ): Promise<SignInState> {
    const code = twoFactorCode?.trim() ?? '';
    // The sign-in is not complete. Resetting the failure counter would help an attacker who guesses codes.
    if (code === '') return toSignInState(account, 'two_factor_required');
    const factor = normalizeRecoveryCode(code) === null ? 'totp' : 'recovery_code';
    const proof = await this.twoFactor.proofOf(account, code);
    if (proof === null || !(await this.admit(caller, { account, factor, proof }))) {
      const message = factor === 'recovery_code' ? WRONG_RECOVERY_CODE : WRONG_CODE;
      return this.refuse(caller, { account, factor, reason: 'wrong_code' }, message);
    }
    this.passwords.forget(account.id);
    SIGN_IN_COUNTER.count('admitted');
    return toSignInState(account, nextOutcomeOf(account));
  }

  /**
   * @returns false, storing nothing, if the account was locked or changed in the meantime or the code was already used
   */
  private async admit(
    caller: Actor,
    { account, factor, proof }: Pick<FailedAttempt, 'factor'> & { account: UserEntity; proof: Proof },
  ): Promise<boolean> {
    const { id, passwordHash } = account;
    const { step, recoveryCodeHash: codeHash } = proof;
    try {
      await inTransaction(this.database, async (manager) => {
        const admitted = await manager.update(
          UserEntity,
          {
            id,
            passwordHash,
            ...CAN_SIGN_IN,
            ...(step !== undefined && { twoFactorLastStep: LessThan(step) }),
          },
          {
            failedLoginAttempts: 0,
            failuresSinceLogin: 0,
            lockedUntil: null,
            lastLogin: () => 'now()',
            ...(step !== undefined && { twoFactorLastStep: step }),
          },
        );
        if (admitted.affected !== 1) throw new AdmissionRefusedError();
        if (codeHash !== undefined) {
          const unused = { userId: id, codeHash, usedAt: IsNull() };
          const used = await manager.update(RecoveryCodeEntity, unused, { usedAt: () => 'now()' });
          if (used.affected !== 1) throw new AdmissionRefusedError();
        }
        const detail = { factor, step: nextOutcomeOf(account) };
        const entry = { action: 'session.signed_in', subject: userSubject(account), detail } as const;
        await this.audit.append(actorFor(caller, account), entry, manager);
      });
      return true;
    } catch (error) {
      if (error instanceof AdmissionRefusedError) return false;
      throw error;
    }
  }

  private async refuse(caller: Actor, attempt: Omit<FailedAttempt, 'action'>, message: string): Promise<never> {
    const recorded = this.accounts.recordFailure(caller, { action: 'session.sign_in_failed', ...attempt });
    SIGN_IN_COUNTER.count(attempt.reason);
    await Promise.all([recorded, pause(MIN_REFUSAL_MS)]);
    throw new AppError('unauthenticated', message);
  }
}
