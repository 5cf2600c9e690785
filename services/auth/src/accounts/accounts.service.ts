import {
  ACCOUNT_CHANGES,
  type AccountChange,
  CurrentUser,
  type SignInOutcome,
  type SignInState,
} from '@clearwatch/contracts/sign-in.dto';
import { LOCKOUT_MINUTES, MAX_FAILED_LOGINS } from '@clearwatch/contracts/users';
import { type AuditEntry, toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { pickFieldsOf } from '@clearwatch/service-kit/database/entity-columns';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import { booleanOf, instantOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { AuditLog, userSubject } from '../audit/audit-log.service.ts';
import { sameUsername, UserEntity } from './user.entity.ts';

/** Whether a failure counts toward a lock, by the reason that the audit log records. */
const COUNTS_TOWARD_LOCK = {
  unknown_user: false,
  wrong_password: true,
  wrong_code: true,
  locked: false,
  inactive: false,
  changed_meanwhile: false,
} as const;

export type FailureReason = keyof typeof COUNTS_TOWARD_LOCK;
export const FAILURE_REASONS = Object.keys(COUNTS_TOWARD_LOCK) as FailureReason[];

export interface FailedAttempt {
  account: Pick<UserEntity, 'id' | 'username' | 'role'> | null;
  action: 'session.sign_in_failed' | 'session.code_refused' | 'password.change_failed' | 'two_factor.set_up_failed';
  factor: 'password' | 'totp' | 'recovery_code' | 'activation_code';
  reason: FailureReason;
}

/** `CAN_SIGN_IN` as SQL. */
const CAN_SIGN_IN_SQL = 'is_active AND (locked_until IS NULL OR locked_until <= now())';
/** Matches no user, because ids start at 1. */
const NO_USER_ID = 0;

const MAX_ACCOUNT_CHANGES = 20;
const ACCOUNT_CHANGE = new RowReader({ words: { kind: ACCOUNT_CHANGES }, text: ['by'], instant: ['at'] });

@Injectable()
export class AccountsService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly database: DataSource,
    private readonly audit: AuditLog,
  ) {}

  async byUsername(username: string): Promise<UserEntity | null> {
    // PostgreSQL text cannot contain NUL, so the query would fail.
    if (username.includes('\0')) return null;
    return this.users.findOneBy({ username: sameUsername(username.trim().normalize('NFC')) });
  }

  /** What others did to the account since its last sign-in or in the last seven days, newest first. */
  async changesOf({ id, lastLogin }: Pick<UserEntity, 'id' | 'lastLogin'>): Promise<AccountChange[]> {
    return ACCOUNT_CHANGE.all(
      this.database,
      `SELECT kind, by, at FROM auth.account_changes
       WHERE user_id = $1::text AND at > least(coalesce($2::timestamptz, '-infinity'), now() - interval '7 days')
       ORDER BY id DESC LIMIT ${MAX_ACCOUNT_CHANGES}`,
      [id, lastLogin],
    );
  }

  async byId(id: number): Promise<UserEntity | null> {
    return this.users.findOneBy({ id });
  }

  /**
   * Counts and records a failed attempt. Uses one UPDATE, because a separate read and write would miss concurrent
   * attempts. An attempt on a locked account never extends the lock, and the counter restarts after a lock. Runs the
   * same statements for unknown users, so that it takes the same time.
   */
  async recordFailure(caller: Actor, { account, action, factor, reason }: FailedAttempt): Promise<void> {
    const actor = actorFor(caller, account);
    const subject = account === null ? ({ type: 'user', id: null } as const) : userSubject(account);
    const failed: AuditEntry = { action, subject, detail: { factor, reason } };
    await inTransaction(this.database, async (manager) => {
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
         -- now() is constant within a transaction, so an equal value was set by this statement.
         RETURNING locked_until, coalesce(locked_until = now() + make_interval(mins => $3), false) AS has_locked`,
        [account?.id ?? NO_USER_ID, MAX_FAILED_LOGINS, LOCKOUT_MINUTES, COUNTS_TOWARD_LOCK[reason]],
      );
      const entries = [failed];
      if (row !== undefined && booleanOf(row, 'has_locked')) {
        entries.push({ action: 'user.locked', subject, detail: { until: instantOf(row, 'locked_until') } });
      }
      await this.audit.appendRows(
        entries.map((entry) => toAuditRow(actor, entry)),
        manager,
      );
    });
  }
}

/** The account is its own actor. An unknown name is not recorded, because users sometimes type their password there. */
export function actorFor(caller: Actor, account: Pick<UserEntity, 'id' | 'username' | 'role'> | null): Actor {
  const { requestId, address } = caller;
  if (account === null) return { userId: null, username: 'unknown', role: 'Nobody', requestId, address }; // cspell:disable-line
  return { userId: account.id, username: account.username, role: account.role, requestId, address };
}

/** Null when the account may continue. */
export function refusalOf(
  account: UserEntity | null,
  { isRight, checkedAgainst }: { isRight: boolean; checkedAgainst: string | undefined },
): FailureReason | null {
  if (account === null) return 'unknown_user';
  if (!isRight) return 'wrong_password';
  if (account.isLocked) return 'locked';
  if (!account.isActive) return 'inactive';
  return account.passwordHash === checkedAgainst ? null : 'changed_meanwhile';
}

/** The next sign-in step once all of the account's factors were correct. */
export function nextOutcomeOf(
  account: Pick<UserEntity, 'forcePasswordReset' | 'twoFactorEnabled'>,
): Exclude<SignInOutcome, 'two_factor_required' | 'activation_code_required'> {
  if (account.forcePasswordReset) return 'password_change_required';
  return account.twoFactorEnabled ? 'complete' : 'two_factor_setup_required';
}

const pickCurrentUser = pickFieldsOf(CurrentUser);

/** @param accountChanges known only at the sign-in; later steps repeat what the session keeps */
export function toSignInState(
  account: UserEntity,
  outcome: SignInOutcome,
  accountChanges: AccountChange[] = [],
): SignInState {
  const { failuresSinceLogin: failedSinceLastLogin } = account;
  const lastFailedLogin = failedSinceLastLogin === 0 ? null : account.lastFailedLogin;
  const user = pickCurrentUser(account, { failedSinceLastLogin, lastFailedLogin, accountChanges });
  return { outcome, user, sessionVersion: account.sessionVersion };
}
