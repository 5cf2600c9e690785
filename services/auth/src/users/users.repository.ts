import { ROLES, type Role } from '@clearwatch/contracts/users';
import {
  booleanOf,
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { MAX_INTEGER, type Page, PathIdPipe } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

const NO_SUCH_USER = 'There is no such user.';

export function noSuchUser(): AppError {
  return new AppError('not_found', NO_SUCH_USER);
}

/** A user as admins act on him. Stays inside this service. */
export interface StoredUser {
  id: number;
  username: string;
  role: Role;
  isActive: boolean;
  twoFactorEnabled: boolean;
  /** A set-up that was begun counts as much as one that is finished. */
  hasTwoFactorSecret: boolean;
  failedLoginAttempts: number;
  /** Null when not locked now. */
  lockedUntil: string | null;
  lastFailedLogin: string | null;
  forcePasswordReset: boolean;
  lastLogin: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The columns `toStoredUser` reads. A lock that has run out is none, and the counter begins again after it. */
const STORED_USER_COLUMNS = `
  id, username, role, is_active, two_factor_enabled, two_factor_secret IS NOT NULL AS has_two_factor_secret,
  CASE WHEN locked_until <= now() THEN 0 ELSE failed_login_attempts END AS failed_login_attempts,
  CASE WHEN locked_until > now() THEN locked_until END AS locked_until, last_failed_login, force_password_reset,
  last_login, created_at, updated_at`;

function toStoredUser(row: Row): StoredUser {
  return {
    id: integerOf(row, 'id'),
    username: textOf(row, 'username'),
    role: enumOf(ROLES, row, 'role'),
    isActive: booleanOf(row, 'is_active'),
    twoFactorEnabled: booleanOf(row, 'two_factor_enabled'),
    hasTwoFactorSecret: booleanOf(row, 'has_two_factor_secret'),
    failedLoginAttempts: integerOf(row, 'failed_login_attempts'),
    lockedUntil: nullable(instantOf, row, 'locked_until'),
    lastFailedLogin: nullable(instantOf, row, 'last_failed_login'),
    forcePasswordReset: booleanOf(row, 'force_password_reset'),
    lastLogin: nullable(instantOf, row, 'last_login'),
    createdAt: instantOf(row, 'created_at'),
    updatedAt: instantOf(row, 'updated_at'),
  };
}

@Injectable()
export class UserIdPipe extends PathIdPipe {
  constructor() {
    super(NO_SUCH_USER, MAX_INTEGER);
  }
}

/** Acts of admins on users take turns; any number of its own within this database. */
const ADMIN_ACTIONS_LOCK = 7_210_003;

export interface NewUser {
  username: string;
  passwordHash: string;
  role: Role;
  isActive: boolean;
  forceReset: boolean;
}

@Injectable()
export class UsersRepository {
  constructor(private readonly database: DataSource) {}

  /** By name. */
  async list({ limit, offset }: Page): Promise<StoredUser[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT ${STORED_USER_COLUMNS} FROM auth.users ORDER BY lower(username), id LIMIT $1 OFFSET $2`,
      [limit, offset],
    );
    return rows.map(toStoredUser);
  }

  async count(): Promise<number> {
    const [row] = await this.database.query<Row[]>('SELECT count(*) AS users FROM auth.users');
    return integerOf(row ?? {}, 'users');
  }

  /** @throws AppError `not_found` */
  async nameOf(id: number): Promise<{ username: string }> {
    const [row] = await this.database.query<Row[]>('SELECT username FROM auth.users WHERE id = $1', [id]);
    if (row === undefined) throw noSuchUser();
    return { username: textOf(row, 'username') };
  }

  /**
   * Waits until no other admin acts on users, and keeps the turn to the end of the transaction.
   * @returns the ids of all active admins, which nobody changes meanwhile
   */
  async takeTurn(manager: EntityManager): Promise<ReadonlySet<number>> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [ADMIN_ACTIONS_LOCK]);
    const rows = await manager.query<Row[]>("SELECT id FROM auth.users WHERE role = 'Admin' AND is_active");
    return new Set(rows.map((row) => integerOf(row, 'id')));
  }

  /** Locks the row: a sign-in at the same moment waits. */
  async byId(id: number, manager: EntityManager): Promise<StoredUser | null> {
    const rows = await manager.query<Row[]>(
      `SELECT ${STORED_USER_COLUMNS} FROM auth.users WHERE id = $1 FOR UPDATE`,
      [id],
    );
    const [row] = rows;
    return row === undefined ? null : toStoredUser(row);
  }

  /** @returns null when there is a user of that name, in whatever case */
  async create(_actor: Actor, user: NewUser, manager: EntityManager): Promise<StoredUser | null> {
    const rows = await manager.query<Row[]>(
      `INSERT INTO auth.users (username, password, role, is_active, force_password_reset) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (lower(username)) DO NOTHING RETURNING ${STORED_USER_COLUMNS}`,
      [user.username, user.passwordHash, user.role, user.isActive, user.forceReset],
    );
    const [row] = rows;
    return row === undefined ? null : toStoredUser(row);
  }

  /** Ends the user's sessions: they were made for what he might do before. */
  async changeStanding(
    _actor: Actor,
    id: number,
    standing: { isActive: boolean; role: Role },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `UPDATE auth.users SET is_active = $2, role = $3, session_version = session_version + 1, updated_at = now()
       WHERE id = $1`,
      [id, standing.isActive, standing.role],
    );
  }

  /** Lifts a lock, ends the user's sessions and drops a two-factor set-up that is not finished; never a finished one. */
  async resetPassword(
    _actor: Actor,
    id: number,
    reset: { passwordHash: string; forceReset: boolean },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `UPDATE auth.users SET
         password = $2, force_password_reset = $3, password_reset_token = NULL, password_reset_expires = NULL,
         failed_login_attempts = 0, locked_until = NULL,
         two_factor_secret = CASE WHEN two_factor_enabled THEN two_factor_secret END,
         session_version = session_version + 1, updated_at = now()
       WHERE id = $1`,
      [id, reset.passwordHash, reset.forceReset],
    );
  }

  async unlock(_actor: Actor, id: number, manager: EntityManager): Promise<void> {
    await manager.query(
      'UPDATE auth.users SET failed_login_attempts = 0, locked_until = NULL, updated_at = now() WHERE id = $1',
      [id],
    );
  }

  /** Secret and recovery codes are gone, the sessions ended; the next sign-in begins a new set-up. */
  async resetTwoFactor(_actor: Actor, id: number, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM auth.recovery_codes WHERE user_id = $1', [id]);
    await manager.query(
      `UPDATE auth.users SET two_factor_enabled = false, two_factor_secret = NULL, two_factor_last_step = 0,
         session_version = session_version + 1, updated_at = now()
       WHERE id = $1`,
      [id],
    );
  }

  /** His recovery codes go with him; his sessions have nobody to belong to. */
  async remove(_actor: Actor, id: number, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM auth.users WHERE id = $1', [id]);
  }
}
