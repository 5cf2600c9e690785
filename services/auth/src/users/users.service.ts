import { ACTIVATION_CODE_DAYS, USERNAME_MAX_LENGTH } from '@clearwatch/contracts/users';
import {
  type CreateUserRequest,
  type ResetPasswordRequest,
  StaffUser,
  type TwoFactorReset,
  type UpdateUserRequest,
} from '@clearwatch/contracts/users.dto';
import { type AuditEntry, toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { pickFieldsOf } from '@clearwatch/service-kit/database/entity-columns';
import { insertOrIgnore } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction, lockRow } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { MAX_INTEGER, type PageQuery, PathIdPipe, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  FINISHED_TWO_FACTOR_SECRET,
  NEXT_SESSION_VERSION,
  RecoveryCodeEntity,
  UserEntity,
} from '../accounts/user.entity.ts';
import { AuditLog, userSubject } from '../audit/audit-log.service.ts';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import { assertStrongPassword } from '../passwords/password-policy.ts';
import { TwoFactorService } from '../two-factor/two-factor.service.ts';

const NO_SUCH_USER = 'This user does not exist.';
export const USER_ID = new PathIdPipe(NO_SUCH_USER, MAX_INTEGER);

type RecordedAction = Pick<AuditEntry, 'action' | 'detail'>;

/** The first three ensure that one active admin remains. The rest stop an attacker who uses a signed-in browser. */
const SELF_ACTION_MESSAGES = {
  deactivate: 'You cannot deactivate your own account. Ask another admin.',
  changeRole: 'You cannot change your own role. Ask another admin.',
  remove: 'You cannot delete your own account. Ask another admin.',
  resetPassword: 'You cannot reset your own password. Change it under your account instead.',
  resetTwoFactor:
    'You cannot reset your own two-factor authentication. Ask another admin or sign in with a recovery code.',
  unlock: 'You cannot unlock your own account. Ask another admin or wait until the lock ends.',
} as const;

/** @throws AppError `conflict` with a message for the admin */
function assertNotSelf(actor: Actor, userId: number, action: keyof typeof SELF_ACTION_MESSAGES): void {
  if (actor.userId === userId) throw new AppError('conflict', SELF_ACTION_MESSAGES[action]);
}

/** The counter restarts after an expired lock. */
function lockOf(user: UserEntity): Pick<StaffUser, 'lockedUntil' | 'failedLoginAttempts'> {
  if (user.isLocked) return { lockedUntil: user.lockedUntil, failedLoginAttempts: user.failedLoginAttempts };
  return { lockedUntil: null, failedLoginAttempts: user.lockedUntil === null ? user.failedLoginAttempts : 0 };
}

const pickStaffUser = pickFieldsOf(StaffUser);

const toStaffUser = (user: UserEntity): StaffUser => pickStaffUser(user, lockOf(user));

/** Unicode NFC, so that differently composed characters give the same name. */
export function normalizeUsername(typed: string): string {
  return typed.trim().normalize('NFC');
}

/** These reverse or hide text, cannot be stored or make names look alike. Rejected, so that admins notice them. */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

export function usernameProblem(username: string): string | null {
  const length = Array.from(username).length;
  if (length === 0) return 'Username is required';
  if (length > USERNAME_MAX_LENGTH) return `Username must be at most ${USERNAME_MAX_LENGTH} characters`;
  if (FORBIDDEN_CHARACTERS.test(username)) return 'Username must not contain control or invisible characters';
  return null;
}

/** Locks the row, so that a concurrent sign-in waits. @throws AppError `not_found` */
async function lockUser(id: number, manager: EntityManager): Promise<UserEntity> {
  const user = await manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (user === null) throw new AppError('not_found', NO_SUCH_USER);
  return user;
}

/** For active admins only. They cannot demote, deactivate or delete themselves, so that one active admin always remains. */
@Injectable()
export class UsersService {
  constructor(
    private readonly database: DataSource,
    private readonly audit: AuditLog,
    private readonly hasher: PasswordHasher,
    private readonly twoFactor: TwoFactorService,
  ) {}

  async list(query: PageQuery): Promise<{ items: StaffUser[]; total: number }> {
    const { limit, offset } = pageOf(query);
    const [users, total] = await this.database
      .getRepository(UserEntity)
      .createQueryBuilder('u')
      .orderBy('lower(u.username)')
      .addOrderBy('u.id')
      .limit(limit)
      .offset(offset)
      .getManyAndCount();
    return { items: users.map(toStaffUser), total };
  }

  /** @throws AppError `bad_request`, `unprocessable` or `conflict` with a message for the admin */
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
    return this.asAdmin(actor, async (manager) => {
      const created = { username, passwordHash, role, isActive, forcePasswordReset: forceReset };
      if (!(await insertOrIgnore(manager, UserEntity, created)))
        throw new AppError('conflict', `A user named ${username} already exists.`);
      const user = await manager.findOneByOrFail(UserEntity, { username });
      const detail = { role, isActive, forceReset };
      await this.record(actor, user, [{ action: 'user.created', detail }], manager);
      return toStaffUser(user);
    });
  }

  /** A request without a change records no event and ends no session. */
  async update(actor: Actor, id: number, request: UpdateUserRequest): Promise<StaffUser> {
    if ((request.isActive ?? request.role ?? null) === null) {
      throw new AppError('bad_request', 'Enter a change: isActive or role.');
    }
    return this.change(actor, id, async (user, manager) => {
      const isActive = request.isActive ?? user.isActive;
      const role = request.role ?? user.role;
      const actions: RecordedAction[] = [];
      if (user.isActive !== isActive) {
        if (!isActive) assertNotSelf(actor, id, 'deactivate');
        actions.push({ action: isActive ? 'user.activated' : 'user.deactivated' });
      }
      if (user.role !== role) {
        assertNotSelf(actor, id, 'changeRole');
        actions.push({ action: 'user.role_changed', detail: { from: user.role, to: role } });
      }
      if (actions.length > 0) {
        await manager.update(UserEntity, { id }, { isActive, role, sessionVersion: NEXT_SESSION_VERSION });
      }
      return actions;
    });
  }

  async remove(actor: Actor, id: number): Promise<void> {
    assertNotSelf(actor, id, 'remove');
    await this.asAdmin(actor, async (manager) => {
      const user = await lockUser(id, manager);
      await manager.delete(UserEntity, { id });
      const { role, isActive } = user;
      await this.record(actor, user, [{ action: 'user.deleted', detail: { role, isActive } }], manager);
    });
  }

  /** Also removes a lock. Keeps two-factor: an attacker with the new password still needs the phone (OWASP ASVS 6.4.3). */
  async resetPassword(actor: Actor, id: number, request: ResetPasswordRequest): Promise<StaffUser> {
    assertNotSelf(actor, id, 'resetPassword');
    const named = await this.database.manager.findOneBy(UserEntity, { id });
    if (named === null) throw new AppError('not_found', NO_SUCH_USER);
    assertStrongPassword(request.newPassword, named);
    const passwordHash = await this.hasher.hash(request.newPassword);
    const forceReset = request.forceReset ?? true;
    return this.change(actor, id, async (user, manager) => {
      await manager.update(
        UserEntity,
        { id },
        {
          passwordHash,
          forcePasswordReset: forceReset,
          passwordResetToken: null,
          passwordResetExpires: null,
          failedLoginAttempts: 0,
          lockedUntil: null,
          twoFactorSecret: FINISHED_TWO_FACTOR_SECRET,
          sessionVersion: NEXT_SESSION_VERSION,
        },
      );
      return [{ action: 'password.reset', detail: { forceReset, wasLockedUntil: lockOf(user).lockedUntil } }];
    });
  }

  async unlock(actor: Actor, id: number): Promise<StaffUser> {
    assertNotSelf(actor, id, 'unlock');
    return this.change(actor, id, async (user, manager) => {
      const { lockedUntil, failedLoginAttempts } = lockOf(user);
      if (lockedUntil === null && failedLoginAttempts === 0) return [];
      await manager.update(UserEntity, { id }, { failedLoginAttempts: 0, lockedUntil: null });
      return [{ action: 'user.unlocked', detail: { wasLockedUntil: lockedUntil, failedLoginAttempts } }];
    });
  }

  /** Until two-factor is set up again, the password alone is not enough, and it must be changed. */
  async resetTwoFactor(actor: Actor, id: number): Promise<TwoFactorReset> {
    assertNotSelf(actor, id, 'resetTwoFactor');
    const { code, hash } = this.twoFactor.newActivationCode(id);
    let activationCode: string | null = null;
    const user = await this.change(actor, id, async (before, manager) => {
      const { twoFactorEnabled, twoFactorSecret, activationCodeHash } = before;
      activationCode = null;
      if (twoFactorSecret === null && !twoFactorEnabled && activationCodeHash === null) return [];
      activationCode = code;
      await manager.delete(RecoveryCodeEntity, { userId: id });
      await manager.update(
        UserEntity,
        { id },
        {
          twoFactorEnabled: false,
          twoFactorSecret: null,
          twoFactorLastStep: 0,
          activationCodeHash: hash,
          activationCodeExpires: () => `now() + interval '${ACTIVATION_CODE_DAYS} days'`,
          forcePasswordReset: true,
          sessionVersion: NEXT_SESSION_VERSION,
        },
      );
      return [{ action: 'two_factor.reset', detail: { wasEnabled: twoFactorEnabled, forceReset: true } }];
    });
    return Object.assign(user, { activationCode });
  }

  /** @param apply changes the user and returns the events to record, or none if nothing changed */
  private change(
    actor: Actor,
    id: number,
    apply: (user: UserEntity, manager: EntityManager) => Promise<readonly RecordedAction[]>,
  ): Promise<StaffUser> {
    return this.asAdmin(actor, async (manager) => {
      const user = await lockUser(id, manager);
      const actions = await apply(user, manager);
      const after = await lockUser(id, manager);
      await this.record(actor, user, actions, manager);
      return toStaffUser(after);
    });
  }

  /** @throws AppError `forbidden` when the actor is not an active admin at the time of the action */
  private asAdmin<T>(actor: Actor, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return inTransaction(this.database, async (manager) => {
      await lockRow(manager, { schema: 'auth', name: 'admin actions' });
      const isAdmin =
        actor.userId !== null &&
        (await manager.existsBy(UserEntity, { id: actor.userId, role: 'Admin', isActive: true }));
      if (!isAdmin) throw new AppError('forbidden', 'You are no longer an active admin.');
      return work(manager);
    });
  }

  private async record(
    actor: Actor,
    user: UserEntity,
    actions: readonly RecordedAction[],
    manager: EntityManager,
  ): Promise<void> {
    if (actions.length === 0) return;
    const rows = actions.map((entry) => toAuditRow(actor, { subject: userSubject(user), ...entry }));
    await this.audit.appendRows(rows, manager);
  }
}
