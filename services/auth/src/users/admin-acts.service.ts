import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-entry';
import { toAuditRow } from '@clearwatch/service-kit/audit/audit-row';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditLog } from '../audit/audit-log.service.ts';
import { noSuchUser } from './no-such-user.ts';
import type { StoredUser } from './stored-user.ts';
import { type NewUser, UsersRepository } from './users.repository.ts';

/** What was done, for the log; nothing when there was nothing to do. */
export type Done = Pick<AuditEntry, 'action' | 'detail'>;

type Act = (user: StoredUser, manager: EntityManager) => Promise<readonly Done[]>;

/**
 * What admins do to users: one act at a time, together with what the audit log says of it.
 *
 * Whoever acts is an active admin when his turn comes, and no act that would change that is done to oneself
 * (`not-to-oneself.ts`). So there is always an active admin left, also when two act on one another at the same moment:
 * the second is none any more when his turn comes.
 */
@Injectable()
export class AdminActs {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @returns the user as he is afterwards
   * @throws AppError `forbidden` when the actor is no admin any more, `not_found`
   */
  change(actor: Actor, id: number, act: Act): Promise<StoredUser> {
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
  create(actor: Actor, newUser: NewUser): Promise<StoredUser> {
    return this.inTurn(actor, async (manager) => {
      const user = await this.users.create(actor, newUser, manager);
      if (user === null) {
        throw new AppError('conflict', `There is already a user named ${newUser.username}.`);
      }
      const { role, isActive, forceReset } = newUser;
      const done = [{ action: 'user.created', detail: { role, isActive, forceReset } }] as const;
      await this.writeDown(actor, { user, done }, manager);
      return user;
    });
  }

  private async found(id: number, manager: EntityManager): Promise<StoredUser> {
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
    { user, done }: { user: StoredUser; done: readonly Done[] },
    manager: EntityManager,
  ): Promise<void> {
    if (done.length === 0) return;
    const subject = { type: 'user', id: user.id, label: user.username } as const;
    const rows = done.map((entry) => toAuditRow(actor, { subject, ...entry }));
    await this.audit.appendRows(rows, manager);
  }
}
