import { setTimeout as pause } from 'node:timers/promises';
import type { ConfirmCodeCommand, ConfirmedCode, LoginRequest, SignInState } from '@clearwatch/contracts/sign-in.dto';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { FixedLabelCounter } from '@clearwatch/service-kit/metrics/prometheus-metrics';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, type QueryDeepPartialEntity, Raw } from 'typeorm';
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

/** Shown only after the correct password. */
export const WRONG_ACTIVATION_CODE =
  'Invalid or expired activation code. Enter the code that an admin gave you when they reset your two-factor authentication, or ask for a new reset. After 3 failed attempts an account is locked for 15 minutes.';

/** Minimum time from the hash to a refusal, which hides differences in the database writes. */
const MIN_REFUSAL_MS = 25;

/** Rolls the transaction back. */
class AdmissionRefusedError extends Error {}

/** Proof that is used up when the user is admitted. */
interface Proof {
  /** Time step of the authenticator code, accepted once (RFC 6238 section 5.2). */
  step?: number;
  recoveryCodeHash?: string;
  activationCodeHash?: string;
}

interface Admission {
  account: UserEntity;
  proof: Proof;
  /** More than the reset of the failure counter. */
  changes: QueryDeepPartialEntity<UserEntity>;
  entry: AuditEntry;
}

const IN_THE_FUTURE = Raw((column) => `${column} > now()`);

function factorOf(code: string): { factor: 'totp' | 'recovery_code'; message: string } {
  return normalizeRecoveryCode(code) === null
    ? { factor: 'totp', message: WRONG_CODE }
    : { factor: 'recovery_code', message: WRONG_RECOVERY_CODE };
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
    if (account.activationCodeHash !== null) return this.checkActivationCode(caller, account, request.twoFactorCode);
    const factor = 'password';
    return (
      (await this.admit(caller, { account, factor, proof: {} })) ??
      this.refuse(caller, { account, factor, reason: 'changed_meanwhile' }, SIGN_IN_REFUSED)
    );
  }

  /**
   * Checks the second factor of a signed-in user again, before an admin action. Failures count toward the lock.
   * @throws AppError `unprocessable` with one of the messages above
   */
  async confirmCode(caller: Actor, { userId, twoFactorCode }: ConfirmCodeCommand): Promise<ConfirmedCode> {
    const account = await this.accounts.byId(userId);
    if (account === null) throw new AppError('not_found', 'This user does not exist.');
    const { factor, message } = factorOf(twoFactorCode);
    const proof = account.twoFactorEnabled ? await this.twoFactor.proofOf(account, twoFactorCode) : null;
    const entry = { action: 'session.code_confirmed', subject: userSubject(account), detail: { factor } } as const;
    if (proof !== null && (await this.useProof(caller, { account, proof, changes: {}, entry }))) {
      return { isConfirmed: true };
    }
    const reason = account.isLocked ? 'locked' : 'wrong_code';
    await this.accounts.recordFailure(caller, { account, action: 'session.code_refused', factor, reason });
    throw new AppError('unprocessable', message);
  }

  private async checkSecondFactor(
    caller: Actor,
    account: UserEntity,
    twoFactorCode: string | null | undefined,
  ): Promise<SignInState> {
    const code = twoFactorCode?.trim() ?? '';
    // The sign-in is not complete. Resetting the failure counter would help an attacker who guesses codes.
    if (code === '') return toSignInState(account, 'two_factor_required');
    const { factor, message } = factorOf(code);
    const proof = await this.twoFactor.proofOf(account, code);
    const admitted = proof === null ? null : await this.admit(caller, { account, factor, proof });
    if (admitted === null) return this.refuse(caller, { account, factor, reason: 'wrong_code' }, message);
    this.passwords.forget(account.id);
    return admitted;
  }

  /** The code works until two-factor is set up again, because a reload of the page starts the sign-in from the beginning. */
  private async checkActivationCode(
    caller: Actor,
    account: UserEntity,
    typed: string | null | undefined,
  ): Promise<SignInState> {
    const code = typed?.trim() ?? '';
    if (code === '') return toSignInState(account, 'activation_code_required');
    const factor = 'activation_code';
    const hash = this.twoFactor.activationHash(code, account.id);
    const proof = hash === null ? null : { activationCodeHash: hash };
    const admitted = proof === null ? null : await this.admit(caller, { account, factor, proof });
    return admitted ?? this.refuse(caller, { account, factor, reason: 'wrong_code' }, WRONG_ACTIVATION_CODE);
  }

  private async admit(
    caller: Actor,
    { account, factor, proof }: Pick<FailedAttempt, 'factor'> & Pick<Admission, 'account' | 'proof'>,
  ): Promise<SignInState | null> {
    const outcome = nextOutcomeOf(account);
    const accountChanges = await this.accounts.changesOf(account);
    const changes = { failuresSinceLogin: 0, lastLogin: () => 'now()' };
    const detail = { factor, step: outcome };
    const entry = { action: 'session.signed_in', subject: userSubject(account), detail } as const;
    if (!(await this.useProof(caller, { account, proof, changes, entry }))) return null;
    SIGN_IN_COUNTER.count('admitted');
    return toSignInState(account, outcome, accountChanges);
  }

  /**
   * @returns false, storing nothing, if the account was locked or changed in the meantime or the code was already used
   */
  private async useProof(caller: Actor, { account, proof, changes, entry }: Admission): Promise<boolean> {
    const { id, passwordHash } = account;
    const { step, recoveryCodeHash: codeHash, activationCodeHash } = proof;
    try {
      await inTransaction(this.database, async (manager) => {
        const admitted = await manager.update(
          UserEntity,
          {
            id,
            passwordHash,
            ...CAN_SIGN_IN,
            ...(step !== undefined && { twoFactorLastStep: LessThan(step) }),
            ...(activationCodeHash !== undefined && { activationCodeHash, activationCodeExpires: IN_THE_FUTURE }),
          },
          {
            ...changes,
            failedLoginAttempts: 0,
            lockedUntil: null,
            ...(step !== undefined && { twoFactorLastStep: step }),
          },
        );
        if (admitted.affected !== 1) throw new AdmissionRefusedError();
        if (codeHash !== undefined) {
          const unused = { userId: id, codeHash, usedAt: IsNull() };
          const used = await manager.update(RecoveryCodeEntity, unused, { usedAt: () => 'now()' });
          if (used.affected !== 1) throw new AdmissionRefusedError();
        }
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
