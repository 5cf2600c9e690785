import type { CurrentUser, SignInOutcome, SignInState } from '@clearwatch/contracts/sign-in.dto';
import { LOCKOUT_MINUTES, MAX_FAILED_LOGINS, ROLES, type Role } from '@clearwatch/contracts/users';
import {
  booleanOf,
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A user with what signing in needs to know. Stays inside this service. */
export interface Account {
  id: number;
  username: string;
  role: Role;
  /** bcrypt over a keyed hash of the password. */
  passwordHash: string;
  isActive: boolean;
  /** Locked at the time of reading. */
  isLocked: boolean;
  forcePasswordReset: boolean;
  twoFactorEnabled: boolean;
  /** Encrypted; present while set-up is pending and after it. */
  twoFactorSecret: string | null;
  lastLogin: string | null;
  /** Since the last sign-in, whether they counted for a lock or not. */
  failuresSinceLogin: number;
  lastFailedLogin: string | null;
  sessionVersion: number;
}

/** The columns `toAccount` reads. */
const ACCOUNT_COLUMNS = `
  id, username, role, password, is_active, force_password_reset, two_factor_enabled, two_factor_secret, last_login,
  failures_since_login, last_failed_login, session_version, coalesce(locked_until > now(), false) AS is_locked`;

function toAccount(row: Row): Account {
  return {
    id: integerOf(row, 'id'),
    username: textOf(row, 'username'),
    role: enumOf(ROLES, row, 'role'),
    passwordHash: textOf(row, 'password'),
    isActive: booleanOf(row, 'is_active'),
    isLocked: booleanOf(row, 'is_locked'),
    forcePasswordReset: booleanOf(row, 'force_password_reset'),
    twoFactorEnabled: booleanOf(row, 'two_factor_enabled'),
    twoFactorSecret: nullable(textOf, row, 'two_factor_secret'),
    lastLogin: nullable(instantOf, row, 'last_login'),
    failuresSinceLogin: integerOf(row, 'failures_since_login'),
    lastFailedLogin: nullable(instantOf, row, 'last_failed_login'),
    sessionVersion: integerOf(row, 'session_version'),
  };
}

/** May sign in right now; part of every statement that lets somebody in, so that a lock cannot be overtaken. */
const CAN_SIGN_IN_SQL = 'is_active AND (locked_until IS NULL OR locked_until <= now())';
/** Ids begin at 1. */
const NO_USER_ID = 0;

@Injectable()
export class AccountRepository {
  constructor(private readonly database: DataSource) {}

  async byUsername(username: string): Promise<Account | null> {
    // PostgreSQL text cannot hold NUL; asking would be an error instead of "nobody".
    if (username.includes('\0')) return null;
    const rows = await this.database.query<Row[]>(
      `SELECT ${ACCOUNT_COLUMNS} FROM auth.users WHERE lower(username) = lower($1)`,
      // As names are stored: the same letter typed on another keyboard is the same letter (Unicode NFC).
      [username.trim().normalize('NFC')],
    );
    return toAccountOrNull(rows);
  }

  async byId(id: number): Promise<Account | null> {
    const rows = await this.database.query<Row[]>(`SELECT ${ACCOUNT_COLUMNS} FROM auth.users WHERE id = $1`, [
      id,
    ]);
    return toAccountOrNull(rows);
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
    const [row] = await updatedRows(
      manager,
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
    proof: { passwordHash: string; step?: number },
    manager: EntityManager,
  ): Promise<boolean> {
    const changed = await updatedRows(
      manager,
      `UPDATE auth.users SET
         failed_login_attempts = 0, failures_since_login = 0, locked_until = NULL, last_login = now(),
         updated_at = now(),
         two_factor_last_step = coalesce($3::bigint, two_factor_last_step)
       WHERE id = $1 AND password = $2 AND ${CAN_SIGN_IN_SQL} AND ($3::bigint IS NULL OR two_factor_last_step < $3::bigint)
       RETURNING id`,
      [id, proof.passwordHash, proof.step ?? null],
    );
    return changed.length === 1;
  }

  /**
   * Ends all sessions of the user and drops a two-factor set-up that is not finished: whoever knew the old password may
   * have seen its secret. @returns the account as it is now, null when it was changed meanwhile
   */
  async changePassword(
    _actor: Actor,
    id: number,
    change: { from: string; to: string },
    manager: EntityManager,
  ): Promise<Account | null> {
    const changed = await updatedRows(
      manager,
      `UPDATE auth.users SET
         password = $3, force_password_reset = false, password_reset_token = NULL, password_reset_expires = NULL,
         two_factor_secret = CASE WHEN two_factor_enabled THEN two_factor_secret END,
         failed_login_attempts = 0, session_version = session_version + 1, updated_at = now()
       WHERE id = $1 AND password = $2 AND ${CAN_SIGN_IN_SQL}
       RETURNING ${ACCOUNT_COLUMNS}`,
      [id, change.from, change.to],
    );
    return toAccountOrNull(changed);
  }

  /** Keeps the secret that is already pending: a reload must not spoil a code that was just scanned. */
  async proposeSecret(_actor: Actor, id: number, encrypted: string): Promise<void> {
    await this.database.query(
      `UPDATE auth.users SET two_factor_secret = $2, updated_at = now()
       WHERE id = $1 AND NOT two_factor_enabled AND two_factor_secret IS NULL AND is_active`,
      [id, encrypted],
    );
  }

  /**
   * Turns two-factor on with the code of `proof.step`, once; ends the user's other half-made sessions.
   * @returns the account as it is now, null when it was on already, locked, or the secret is another
   */
  async enableTwoFactor(
    _actor: Actor,
    id: number,
    proof: { secret: string; step: number },
    manager: EntityManager,
  ): Promise<Account | null> {
    const changed = await updatedRows(
      manager,
      `UPDATE auth.users SET
         two_factor_enabled = true, two_factor_last_step = $3, failed_login_attempts = 0,
         session_version = session_version + 1, updated_at = now()
       WHERE id = $1 AND two_factor_secret = $2 AND NOT two_factor_enabled AND two_factor_last_step < $3 AND ${CAN_SIGN_IN_SQL}
       RETURNING ${ACCOUNT_COLUMNS}`,
      [id, proof.secret, proof.step],
    );
    return toAccountOrNull(changed);
  }
}

function toAccountOrNull([row]: readonly Row[]): Account | null {
  return row === undefined ? null : toAccount(row);
}

/** TypeORM answers an UPDATE with its rows and their number. */
async function updatedRows(manager: EntityManager, sql: string, values: unknown[]): Promise<Row[]> {
  const [rows] = await manager.query<[Row[], number]>(sql, values);
  return rows;
}

/**
 * Who acts when the gateway calls for somebody: the account itself. What somebody unknown typed as a user name is kept
 * nowhere: people type passwords there.
 */
export function actorFor(caller: Actor, account: Pick<Account, 'id' | 'username' | 'role'> | null): Actor {
  const { requestId, address } = caller;
  if (account === null) return { userId: null, username: 'unknown', role: 'Nobody', requestId, address };
  return { userId: account.id, username: account.username, role: account.role, requestId, address };
}

/** What is left to do for somebody whose factors, as far as the account has any, were all right. */
export function nextOutcomeOf(
  account: Pick<Account, 'forcePasswordReset' | 'twoFactorEnabled'>,
): Exclude<SignInOutcome, 'two_factor_required'> {
  if (account.forcePasswordReset) return 'password_change_required';
  return account.twoFactorEnabled ? 'complete' : 'two_factor_setup_required';
}

export function toSignInState(account: Account, outcome: SignInOutcome): SignInState {
  return { outcome, user: toCurrentUser(account), sessionVersion: account.sessionVersion };
}

function toCurrentUser(account: Account): CurrentUser {
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
