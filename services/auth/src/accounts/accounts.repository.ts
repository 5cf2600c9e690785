import type { CurrentUser, SignInOutcome, SignInState } from '@clearwatch/contracts/sign-in.dto';
import { LOCKOUT_MINUTES, MAX_FAILED_LOGINS } from '@clearwatch/contracts/users';
import { booleanOf, instantOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, LessThan, Repository } from 'typeorm';
import {
  CAN_SIGN_IN,
  FINISHED_TWO_FACTOR_SECRET,
  NEXT_SESSION_VERSION,
  sameUsername,
  UserEntity,
} from './user.entity.ts';

/** `CAN_SIGN_IN` as SQL. */
const CAN_SIGN_IN_SQL = 'is_active AND (locked_until IS NULL OR locked_until <= now())';
/** Ids begin at 1. */
const NO_USER_ID = 0;

@Injectable()
export class AccountRepository {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async byUsername(username: string): Promise<UserEntity | null> {
    // PostgreSQL text cannot hold NUL; asking would be an error instead of "nobody".
    if (username.includes('\0')) return null;
    // As names are stored: the same letter typed on another keyboard is the same letter (Unicode NFC).
    return this.users.findOneBy({ username: sameUsername(username.trim().normalize('NFC')) });
  }

  async byId(id: number): Promise<UserEntity | null> {
    return this.users.findOneBy({ id });
  }

  /**
   * Writes down a failed attempt, and counts it towards a lock when a password or code was wrong. One statement,
   * because reading first and writing then lets parallel tries slip through. Tries while the account is locked are
   * shown to its owner and change nothing else: a lock cannot be extended from outside. The counter starts again after
   * a lock has run out.
   * @param id null for nobody: takes as long and changes nothing
   * @returns until when the account is locked, when it is this very attempt that locked it; else null
   */
  async recordFailure(
    _actor: Actor,
    id: number | null,
    counts: 'towards a lock' | 'for its owner',
    manager: EntityManager,
  ): Promise<string | null> {
    const [[row]] = await manager.query<[Row[], number]>(
      `UPDATE auth.users SET
         failed_login_attempts = CASE
           WHEN NOT ($4 AND ${CAN_SIGN_IN_SQL}) THEN failed_login_attempts
           WHEN locked_until IS NULL THEN failed_login_attempts + 1
           ELSE 1 END,
         locked_until = CASE
           WHEN NOT ($4 AND ${CAN_SIGN_IN_SQL}) THEN locked_until
           WHEN locked_until IS NULL AND failed_login_attempts + 1 >= $2 THEN now() + make_interval(mins => $3) END,
         failures_since_login = failures_since_login + 1,
         last_failed_login = now(),
         updated_at = now()
       WHERE id = $1
       -- now() stands still within a transaction: this value is of this one.
       RETURNING locked_until, coalesce(locked_until = now() + make_interval(mins => $3), false) AS has_locked`,
      [id ?? NO_USER_ID, MAX_FAILED_LOGINS, LOCKOUT_MINUTES, counts === 'towards a lock'],
    );
    return row !== undefined && booleanOf(row, 'has_locked') ? instantOf(row, 'locked_until') : null;
  }

  /**
   * Lets somebody in: resets the failures, moves the time of the last sign-in, uses up the code's time step.
   * @param proof.passwordHash the hash the password was checked against; another one by now means: not let in
   * @param proof.step time step of the authenticator code, accepted once (RFC 6238 section 5.2)
   * @returns false when the account was locked, deactivated or changed meanwhile, or the code was used before
   */
  async letIn(
    _actor: Actor,
    id: number,
    { passwordHash, step }: { passwordHash: string; step?: number },
    manager: EntityManager,
  ): Promise<boolean> {
    const { affected } = await manager.update(
      UserEntity,
      { id, passwordHash, ...CAN_SIGN_IN, ...(step !== undefined && { twoFactorLastStep: LessThan(step) }) },
      {
        failedLoginAttempts: 0,
        failuresSinceLogin: 0,
        lockedUntil: null,
        lastLogin: () => 'now()',
        ...(step !== undefined && { twoFactorLastStep: step }),
      },
    );
    return affected === 1;
  }

  /**
   * Ends all sessions of the user and drops a two-factor set-up that is not finished: whoever knew the old password may
   * have seen its secret. @returns the account as it is now, null when it was changed meanwhile
   */
  async changePassword(
    _actor: Actor,
    id: number,
    { from, to }: { from: string; to: string },
    manager: EntityManager,
  ): Promise<UserEntity | null> {
    const { affected } = await manager.update(
      UserEntity,
      { id, passwordHash: from, ...CAN_SIGN_IN },
      {
        passwordHash: to,
        forcePasswordReset: false,
        passwordResetToken: null,
        passwordResetExpires: null,
        twoFactorSecret: FINISHED_TWO_FACTOR_SECRET,
        failedLoginAttempts: 0,
        sessionVersion: NEXT_SESSION_VERSION,
      },
    );
    return affected === 1 ? manager.findOneBy(UserEntity, { id }) : null;
  }

  /** Keeps the secret that is already pending: a reload must not spoil a code that was just scanned. */
  async proposeSecret(_actor: Actor, id: number, encrypted: string): Promise<void> {
    await this.users.update(
      { id, twoFactorEnabled: false, twoFactorSecret: IsNull(), isActive: true },
      { twoFactorSecret: encrypted },
    );
  }

  /**
   * Turns two-factor on with the code of `proof.step`, once; ends the user's other half-made sessions.
   * @returns the account as it is now, null when it was on already, locked, or the secret is another
   */
  async enableTwoFactor(
    _actor: Actor,
    id: number,
    { secret, step }: { secret: string; step: number },
    manager: EntityManager,
  ): Promise<UserEntity | null> {
    const { affected } = await manager.update(
      UserEntity,
      {
        id,
        twoFactorSecret: secret,
        twoFactorEnabled: false,
        twoFactorLastStep: LessThan(step),
        ...CAN_SIGN_IN,
      },
      {
        twoFactorEnabled: true,
        twoFactorLastStep: step,
        failedLoginAttempts: 0,
        sessionVersion: NEXT_SESSION_VERSION,
      },
    );
    return affected === 1 ? manager.findOneBy(UserEntity, { id }) : null;
  }
}

/**
 * Who acts when the gateway calls for somebody: the account itself. What somebody unknown typed as a user name is kept
 * nowhere: people type passwords there.
 */
export function actorFor(caller: Actor, account: Pick<UserEntity, 'id' | 'username' | 'role'> | null): Actor {
  const { requestId, address } = caller;
  if (account === null) return { userId: null, username: 'unknown', role: 'Nobody', requestId, address };
  return { userId: account.id, username: account.username, role: account.role, requestId, address };
}

/** What is left to do for somebody whose factors, as far as the account has any, were all right. */
export function nextOutcomeOf(
  account: Pick<UserEntity, 'forcePasswordReset' | 'twoFactorEnabled'>,
): Exclude<SignInOutcome, 'two_factor_required'> {
  if (account.forcePasswordReset) return 'password_change_required';
  return account.twoFactorEnabled ? 'complete' : 'two_factor_setup_required';
}

export function toSignInState(account: UserEntity, outcome: SignInOutcome): SignInState {
  return { outcome, user: toCurrentUser(account), sessionVersion: account.sessionVersion };
}

function toCurrentUser(account: UserEntity): CurrentUser {
  const { id, username, role, twoFactorEnabled, isActive, lastLogin, failuresSinceLogin } = account;
  return {
    id,
    username,
    role,
    twoFactorEnabled,
    isActive,
    lastLogin,
    failedSinceLastLogin: failuresSinceLogin,
    lastFailedLogin: failuresSinceLogin === 0 ? null : account.lastFailedLogin,
  };
}
