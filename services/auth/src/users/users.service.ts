import { USERNAME_MAX_LENGTH } from '@clearwatch/contracts/users';
import type {
  CreateUserRequest,
  ResetPasswordRequest,
  StaffUser,
  UpdateUserRequest,
} from '@clearwatch/contracts/users.dto';
import { type AuditEntry, toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { UserEntity } from '../accounts/user.entity.ts';
import { AuditLog } from '../audit/audit-log.service.ts';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import { assertStrongPassword } from '../passwords/password-policy.ts';
import { type NewUser, noSuchUser, UsersRepository } from './users.repository.ts';

/** What was done, for the log; nothing when there was nothing to do. */
type RecordedAction = Pick<AuditEntry, 'action' | 'detail'>;

type UserAction = (user: UserEntity, manager: EntityManager) => Promise<readonly RecordedAction[]>;

/**
 * What admins do to users: one act at a time, together with what the audit log says of it.
 *
 * Whoever acts is an active admin when his turn comes, and no act that would change that is done to oneself
 * (`not-to-oneself.ts`). So there is always an active admin left, also when two act on one another at the same moment:
 * the second is none any more when his turn comes.
 */
@Injectable()
export class AdminUserActions {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @returns the user as he is afterwards
   * @throws AppError `forbidden` when the actor is no admin any more, `not_found`
   */
  change(actor: Actor, id: number, act: UserAction): Promise<UserEntity> {
    return this.inTurn(actor, async (manager) => {
      const user = await this.found(id, manager);
      const done = await act(user, manager);
      const after = await this.found(id, manager);
      await this.writeDown(actor, { user, done }, manager);
      return after;
    });
  }

  /** @throws AppError as `change` */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.inTurn(actor, async (manager) => {
      const user = await this.found(id, manager);
      await this.users.remove(actor, id, manager);
      const { role, isActive } = user;
      const done = [{ action: 'user.deleted', detail: { role, isActive } }] as const;
      await this.writeDown(actor, { user, done }, manager);
    });
  }

  /** @throws AppError `forbidden` as `change`, `conflict` when there is somebody of that name, in whatever case */
  create(actor: Actor, newUser: NewUser): Promise<UserEntity> {
    return this.inTurn(actor, async (manager) => {
      const user = await this.users.create(actor, newUser, manager);
      if (user === null) {
        throw new AppError('conflict', `There is already a user named ${newUser.username}.`);
      }
      const { role, isActive, forcePasswordReset: forceReset } = newUser;
      const done = [{ action: 'user.created', detail: { role, isActive, forceReset } }] as const;
      await this.writeDown(actor, { user, done }, manager);
      return user;
    });
  }

  private async found(id: number, manager: EntityManager): Promise<UserEntity> {
    const user = await this.users.byId(id, manager);
    if (user === null) throw noSuchUser();
    return user;
  }

  private inTurn<T>(actor: Actor, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return inTransaction(this.database, async (manager) => {
      const admins = await this.users.takeTurn(manager);
      if (actor.userId === null || !admins.has(actor.userId)) {
        throw new AppError('forbidden', 'You are no longer an active admin.');
      }
      return work(manager);
    });
  }

  private async writeDown(
    actor: Actor,
    { user, done }: { user: UserEntity; done: readonly RecordedAction[] },
    manager: EntityManager,
  ): Promise<void> {
    if (done.length === 0) return;
    const subject = { type: 'user', id: user.id, label: user.username } as const;
    const rows = done.map((entry) => toAuditRow(actor, { subject, ...entry }));
    await this.audit.appendRows(rows, manager);
  }
}

/**
 * What an admin cannot do to himself, and why he reads so. The first three keep one active admin; the others keep
 * somebody who found a signed-in browser from getting past the password and the code it was signed in with.
 */
const SELF_ACTION_MESSAGES = {
  deactivate: 'You cannot deactivate yourself. Another admin has to do it.',
  changeRole: 'You cannot change your own role. Another admin has to do it.',
  remove: 'You cannot delete yourself. Another admin has to do it.',
  resetPassword: 'You cannot reset your own password. Change it in your account instead.',
  resetTwoFactor:
    'You cannot reset your own two-factor authentication. Another admin has to do it, or you sign in with a recovery code.',
  unlock: 'You cannot unlock yourself. Another admin has to do it, or the lock ends by itself.',
} as const;

/** @throws AppError `conflict` with a sentence for the admin */
function assertNotSelf(actor: Actor, userId: number, act: keyof typeof SELF_ACTION_MESSAGES): void {
  if (actor.userId === userId) throw new AppError('conflict', SELF_ACTION_MESSAGES[act]);
}

/** A lock that has run out is none, and the counter begins again after it. */
function lockOf(user: UserEntity): Pick<StaffUser, 'lockedUntil' | 'failedLoginAttempts'> {
  if (user.isLocked) return { lockedUntil: user.lockedUntil, failedLoginAttempts: user.failedLoginAttempts };
  return { lockedUntil: null, failedLoginAttempts: user.lockedUntil === null ? user.failedLoginAttempts : 0 };
}

function toStaffUser(user: UserEntity): StaffUser {
  return {
    id: user.id,
    username: user.username,
    role: user.role,
    isActive: user.isActive,
    twoFactorEnabled: user.twoFactorEnabled,
    ...lockOf(user),
    lastFailedLogin: user.lastFailedLogin,
    forcePasswordReset: user.forcePasswordReset,
    lastLogin: user.lastLogin,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
  };
}

/** What admins do for somebody who cannot get in. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly acts: AdminUserActions,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Also lifts a lock: an admin who gives somebody a new password wants him in. Two-factor stays as it is: whoever
   * talks an admin into a new password still needs the phone (OWASP ASVS 6.4.3).
   */
  async resetPassword(actor: Actor, id: number, request: ResetPasswordRequest): Promise<StaffUser> {
    assertNotSelf(actor, id, 'resetPassword');
    const forceReset = request.forceReset ?? false;
    assertStrongPassword(request.newPassword, await this.users.nameOf(id));
    const passwordHash = await this.hasher.hash(request.newPassword);
    const after = await this.acts.change(actor, id, async (user, manager) => {
      await this.users.resetPassword(actor, id, { passwordHash, forcePasswordReset: forceReset }, manager);
      return [{ action: 'password.reset', detail: { forceReset, wasLockedUntil: lockOf(user).lockedUntil } }];
    });
    return toStaffUser(after);
  }

  /** Somebody who is not locked and has no failures stays as he is. */
  async unlock(actor: Actor, id: number): Promise<StaffUser> {
    assertNotSelf(actor, id, 'unlock');
    const after = await this.acts.change(actor, id, async (user, manager) => {
      const { lockedUntil, failedLoginAttempts } = lockOf(user);
      if (lockedUntil === null && failedLoginAttempts === 0) return [];
      await this.users.unlock(actor, id, manager);
      return [{ action: 'user.unlocked', detail: { wasLockedUntil: lockedUntil, failedLoginAttempts } }];
    });
    return toStaffUser(after);
  }

  async resetTwoFactor(actor: Actor, id: number): Promise<StaffUser> {
    assertNotSelf(actor, id, 'resetTwoFactor');
    const after = await this.acts.change(actor, id, async (user, manager) => {
      if (user.twoFactorSecret === null && !user.twoFactorEnabled) return [];
      await this.users.resetTwoFactor(actor, id, manager);
      return [{ action: 'two_factor.reset', detail: { wasEnabled: user.twoFactorEnabled } }];
    });
    return toStaffUser(after);
  }
}

/** As it is stored: letters composed, so that the same name typed on two keyboards is the same (Unicode NFC). */
export function normalizeUsername(typed: string): string {
  return typed.trim().normalize('NFC');
}

/**
 * Control and format characters turn the text around or hide in it, and lone surrogates cannot be stored; characters
 * that are not drawn make two names look the same. Each is refused rather than taken out: the admin should see it.
 */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Why a user name is refused, as a sentence; null when it is fine. */
export function usernameProblem(username: string): string | null {
  const length = Array.from(username).length;
  if (length === 0) return 'Username is required';
  if (length > USERNAME_MAX_LENGTH) return `Username must be at most ${USERNAME_MAX_LENGTH} characters`;
  if (FORBIDDEN_CHARACTERS.test(username)) return 'Username must not contain control or invisible characters';
  return null;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly acts: AdminUserActions,
    private readonly hasher: PasswordHasher,
  ) {}

  async list(query: PageQuery): Promise<{ items: StaffUser[]; total: number }> {
    const { items, total } = await this.users.list(pageOf(query));
    return { items: items.map(toStaffUser), total };
  }

  /** @throws AppError `bad_request`, `unprocessable` or `conflict` with a sentence for the admin */
  async create(actor: Actor, request: CreateUserRequest): Promise<StaffUser> {
    const username = normalizeUsername(request.username);
    const problem = usernameProblem(username);
    if (problem !== null) throw new AppError('bad_request', problem);
    if (request.password !== request.confirmPassword) {
      throw new AppError('bad_request', "Passwords don't match");
    }
    assertStrongPassword(request.password, { username });
    const passwordHash = await this.hasher.hash(request.password);
    const role = request.role ?? 'User';
    const isActive = request.isActive ?? true;
    const forceReset = request.forceReset ?? false;
    const newUser = { username, passwordHash, role, isActive, forcePasswordReset: forceReset };
    return toStaffUser(await this.acts.create(actor, newUser));
  }

  /** What changes nothing is answered as it is: no event, no session ended. */
  async update(actor: Actor, id: number, request: UpdateUserRequest): Promise<StaffUser> {
    if ((request.isActive ?? request.role ?? null) === null) {
      throw new AppError('bad_request', 'Say what is to change: isActive or role.');
    }
    const after = await this.acts.change(actor, id, async (user, manager) => {
      const isActive = request.isActive ?? user.isActive;
      const role = request.role ?? user.role;
      const done = changesOf(user, { isActive, role });
      if (user.isActive && !isActive) assertNotSelf(actor, id, 'deactivate');
      if (user.role !== role) assertNotSelf(actor, id, 'changeRole');
      if (done.length > 0) await this.users.changeRoleAndStatus(actor, id, { isActive, role }, manager);
      return done;
    });
    return toStaffUser(after);
  }

  async remove(actor: Actor, id: number): Promise<void> {
    assertNotSelf(actor, id, 'remove');
    await this.acts.remove(actor, id);
  }
}

function changesOf(user: UserEntity, to: Pick<UserEntity, 'isActive' | 'role'>): RecordedAction[] {
  const changes: RecordedAction[] = [];
  if (user.isActive !== to.isActive) {
    changes.push({ action: to.isActive ? 'user.activated' : 'user.deactivated' });
  }
  if (user.role !== to.role) {
    changes.push({ action: 'user.role_changed', detail: { from: user.role, to: to.role } });
  }
  return changes;
}
