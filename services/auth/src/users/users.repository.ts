import type { Role } from '@clearwatch/contracts/users';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { MAX_INTEGER, type Page, PathIdPipe } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import {
  FINISHED_TWO_FACTOR_SECRET,
  NEXT_SESSION_VERSION,
  RecoveryCodeEntity,
  UserEntity,
} from '../accounts/user.entity.ts';

const NO_SUCH_USER = 'There is no such user.';

export function noSuchUser(): AppError {
  return new AppError('not_found', NO_SUCH_USER);
}

/** The id of a user in the path. */
export const USER_ID = new PathIdPipe(NO_SUCH_USER, MAX_INTEGER);

/** Acts of admins on users take turns; any number of its own within this database. */
const ADMIN_ACTIONS_LOCK = 7_210_003;

export type NewUser = Pick<
  UserEntity,
  'username' | 'passwordHash' | 'role' | 'isActive' | 'forcePasswordReset'
>;

@Injectable()
export class UsersRepository {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  /** By name. */
  async list({ limit, offset }: Page): Promise<{ items: UserEntity[]; total: number }> {
    const [items, total] = await this.users
      .createQueryBuilder('u')
      .orderBy('lower(u.username)')
      .addOrderBy('u.id')
      .limit(limit)
      .offset(offset)
      .getManyAndCount();
    return { items, total };
  }

  /** @throws AppError `not_found` */
  async nameOf(id: number): Promise<{ username: string }> {
    const user = await this.users.findOne({ select: { id: true, username: true }, where: { id } });
    if (user === null) throw noSuchUser();
    return user;
  }

  /**
   * Waits until no other admin acts on users, and keeps the turn to the end of the transaction.
   * @returns the ids of all active admins, which nobody changes meanwhile
   */
  async takeTurn(manager: EntityManager): Promise<ReadonlySet<number>> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [ADMIN_ACTIONS_LOCK]);
    const admins = await manager.find(UserEntity, {
      select: { id: true },
      where: { role: 'Admin', isActive: true },
    });
    return new Set(admins.map(({ id }) => id));
  }

  /** Locks the row: a sign-in at the same moment waits. */
  async byId(id: number, manager: EntityManager): Promise<UserEntity | null> {
    return manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** @returns null when there is a user of that name, in whatever case */
  async create(_actor: Actor, user: NewUser, manager: EntityManager): Promise<UserEntity | null> {
    const { raw } = await manager
      .createQueryBuilder()
      .insert()
      .into(UserEntity)
      .values(user)
      .orIgnore()
      .returning('id')
      .execute();
    const [row] = raw as { id: number }[];
    return row === undefined ? null : this.byId(row.id, manager);
  }

  /** Ends the user's sessions: they were made for what they might do before. */
  async changeRoleAndStatus(
    _actor: Actor,
    id: number,
    changes: { isActive: boolean; role: Role },
    manager: EntityManager,
  ): Promise<void> {
    await manager.update(UserEntity, { id }, { ...changes, sessionVersion: NEXT_SESSION_VERSION });
  }

  /** Lifts a lock, ends the user's sessions and drops a two-factor set-up that is not finished; never a finished one. */
  async resetPassword(
    _actor: Actor,
    id: number,
    reset: { passwordHash: string; forcePasswordReset: boolean },
    manager: EntityManager,
  ): Promise<void> {
    await manager.update(
      UserEntity,
      { id },
      {
        ...reset,
        passwordResetToken: null,
        passwordResetExpires: null,
        failedLoginAttempts: 0,
        lockedUntil: null,
        twoFactorSecret: FINISHED_TWO_FACTOR_SECRET,
        sessionVersion: NEXT_SESSION_VERSION,
      },
    );
  }

  async unlock(_actor: Actor, id: number, manager: EntityManager): Promise<void> {
    await manager.update(UserEntity, { id }, { failedLoginAttempts: 0, lockedUntil: null });
  }

  /** Secret and recovery codes are gone, the sessions ended; the next sign-in begins a new set-up. */
  async resetTwoFactor(_actor: Actor, id: number, manager: EntityManager): Promise<void> {
    await manager.delete(RecoveryCodeEntity, { userId: id });
    await manager.update(
      UserEntity,
      { id },
      {
        twoFactorEnabled: false,
        twoFactorSecret: null,
        twoFactorLastStep: 0,
        sessionVersion: NEXT_SESSION_VERSION,
      },
    );
  }

  /** Their recovery codes go with them; their sessions have nobody to belong to. */
  async remove(_actor: Actor, id: number, manager: EntityManager): Promise<void> {
    await manager.delete(UserEntity, { id });
  }
}
