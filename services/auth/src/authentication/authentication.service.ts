import { setTimeout as pause } from 'node:timers/promises';
import type { LoginRequest, SignInState } from '@clearwatch/contracts/sign-in.dto';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { FixedLabelCounter } from '@clearwatch/service-kit/metrics/prometheus-metrics';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  AccountRepository,
  actorFor,
  nextOutcomeOf,
  toSignInState,
} from '../accounts/accounts.repository.ts';
import { FAILURE_REASONS, type FailedAttempt, FailedAttempts } from '../accounts/failed-attempts.service.ts';
import type { UserEntity } from '../accounts/user.entity.ts';
import { AuditLog } from '../audit/audit-log.service.ts';
import { PasswordCheck } from '../passwords/password-hasher.service.ts';
import { type SecondFactor, SecondFactorService } from '../two-factor/second-factor.service.ts';

/** Lets somebody in and writes it down, both or neither. */
@Injectable()
export class AdmissionService {
  constructor(
    private readonly database: DataSource,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param factor what was given last
   * @param letIn does it; what it did is undone when it answers false
   */
  async admit(
    caller: Actor,
    { account, factor }: { account: UserEntity; factor: 'password' | SecondFactor },
    letIn: (actor: Actor, manager: EntityManager) => Promise<boolean>,
  ): Promise<boolean> {
    const actor = actorFor(caller, account);
    try {
      await inTransaction(this.database, async (manager) => {
        if (!(await letIn(actor, manager))) throw new AdmissionRefusedError();
        await this.audit.append(
          actor,
          {
            action: 'session.signed_in',
            subject: { type: 'user', id: account.id, label: account.username },
            detail: { factor, step: nextOutcomeOf(account) },
          },
          manager,
        );
      });
      return true;
    } catch (error) {
      if (error instanceof AdmissionRefusedError) return false;
      throw error;
    }
  }
}

/** Undoes the transaction. */
class AdmissionRefusedError extends Error {}

/** A right password without the code that is still to come is no outcome yet. */
const SIGN_IN_COUNTER = new FixedLabelCounter({
  name: 'clearwatch_sign_ins_total',
  help: 'Sign-ins: admitted, or refused for the reason named.',
  label: 'outcome',
  values: ['admitted', ...FAILURE_REASONS],
});

/** Unknown, wrong, locked and inactive read the same (OWASP ASVS 6.3.8). */
export const SIGN_IN_REFUSED =
  'Invalid username or password. After 3 failed attempts an account is locked for 15 minutes.';
/** Only somebody who gave the right password reads this. */
export const WRONG_CODE =
  'Invalid authenticator code. Each code works once: wait for the next one, and check that the clock of the phone is right. After 3 failed attempts an account is locked for 15 minutes.';

/** A mistyped one and a used one read the same. */
export const WRONG_RECOVERY_CODE =
  'Invalid recovery code. Each recovery code works once: use one you have not used yet. After 3 failed attempts an account is locked for 15 minutes.';

/** Hides what was written down: every refusal takes at least this long after the hash. */
const MIN_REFUSAL_MS = 25;

@Injectable()
export class AuthenticationService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordCheck,
    private readonly secondFactor: SecondFactorService,
    private readonly admission: AdmissionService,
    private readonly failedAttempts: FailedAttempts,
  ) {}

  /** @throws AppError `unauthenticated` with one of the sentences above */
  async signIn(caller: Actor, request: LoginRequest): Promise<SignInState> {
    const found = await this.accounts.byUsername(request.username);
    const isRight = await this.passwords.isRight(request.password, found);
    // Tries wait in line for the hash: a lock or a new password that came meanwhile holds for them too, or many tries
    // at once would be more than three. Asked again for everybody, known or not, so that it takes the same time.
    const account = await this.accounts.byUsername(request.username);
    const reason = refusalOf(account, { isRight, checkedAgainst: found?.passwordHash });
    if (account === null || reason !== null) {
      return this.refuse(
        caller,
        { account, factor: 'password', reason: reason ?? 'unknown_user' },
        SIGN_IN_REFUSED,
      );
    }
    return account.twoFactorEnabled
      ? this.withSecondFactor(caller, account, request.twoFactorCode)
      : this.withPasswordAlone(caller, account);
  }

  private async withSecondFactor(
    caller: Actor,
    account: UserEntity,
    given: string | null | undefined,
  ): Promise<SignInState> {
    const code = given?.trim() ?? '';
    // Half way is neither a failure nor a success: it must not reset the counter for somebody who guesses codes.
    if (code === '') return toSignInState(account, 'two_factor_required');
    const factor = this.secondFactor.kindOf(code);
    const isIn = await this.admission.admit(caller, { account, factor }, (actor, manager) =>
      this.secondFactor.letIn(actor, { account, code }, manager),
    );
    if (!isIn) {
      const sentence = factor === 'recovery_code' ? WRONG_RECOVERY_CODE : WRONG_CODE;
      return this.refuse(caller, { account, factor, reason: 'wrong_code' }, sentence);
    }
    this.passwords.forget(account.id);
    SIGN_IN_COUNTER.count('admitted');
    return toSignInState(account, nextOutcomeOf(account));
  }

  private async withPasswordAlone(caller: Actor, account: UserEntity): Promise<SignInState> {
    const { id, passwordHash } = account;
    const factor = 'password';
    const isIn = await this.admission.admit(caller, { account, factor }, (actor, manager) =>
      this.accounts.letIn(actor, id, { passwordHash }, manager),
    );
    if (!isIn) return this.refuse(caller, { account, factor, reason: 'changed_meanwhile' }, SIGN_IN_REFUSED);
    SIGN_IN_COUNTER.count('admitted');
    return toSignInState(account, nextOutcomeOf(account));
  }

  private async refuse(
    caller: Actor,
    attempt: Omit<FailedAttempt, 'action'>,
    message: string,
  ): Promise<never> {
    const recorded = this.failedAttempts.record(caller, { action: 'session.sign_in_failed', ...attempt });
    SIGN_IN_COUNTER.count(attempt.reason);
    await Promise.all([recorded, pause(MIN_REFUSAL_MS)]);
    throw new AppError('unauthenticated', message);
  }
}

function refusalOf(
  account: UserEntity | null,
  { isRight, checkedAgainst }: { isRight: boolean; checkedAgainst: string | undefined },
): FailedAttempt['reason'] | null {
  if (account === null) return 'unknown_user';
  if (!isRight) return 'wrong_password';
  if (account.isLocked) return 'locked';
  if (!account.isActive) return 'inactive';
  return account.passwordHash === checkedAgainst ? null : 'changed_meanwhile';
}
