import type { AuditAction, AuditSubject } from '@clearwatch/contracts/audit-events';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { DefaultViewEntity, SavedViewEntity, type SavedViewScreen } from './saved-view.entity.ts';

interface ViewKind {
  /** What one is called, in full and for short. */
  noun: string;
  short: string;
  /** The screen itself is theirs alone. */
  isForAdmins: boolean;
  saved: AuditAction;
  deleted: AuditAction;
  subject: AuditSubject;
}

const FILTER_SET_KIND: ViewKind = {
  noun: 'saved filter',
  short: 'filter',
  isForAdmins: false,
  saved: 'report_filter.saved',
  deleted: 'report_filter.deleted',
  subject: 'report_filter',
};
const LIST_VIEW_KIND: ViewKind = {
  noun: 'saved view',
  short: 'view',
  isForAdmins: false,
  saved: 'view.saved',
  deleted: 'view.deleted',
  subject: 'view',
};

export const VIEW_KINDS: Record<SavedViewScreen, ViewKind> = {
  report: FILTER_SET_KIND,
  members: LIST_VIEW_KIND,
  companies: LIST_VIEW_KIND,
  fraud: LIST_VIEW_KIND,
  audit: { ...LIST_VIEW_KIND, isForAdmins: true },
};

/** What somebody keeps under a name. */
export type NewSavedView = Pick<SavedViewEntity, 'name' | 'visibility' | 'content'>;

export function mayChange(actor: Actor, { ownerId }: Pick<SavedViewEntity, 'ownerId'>): boolean {
  return actor.role === 'Admin' || actor.userId === ownerId;
}

/** What others keep for themselves is not there for anybody but admins. */
export function maySee(actor: Actor, view: Pick<SavedViewEntity, 'ownerId' | 'visibility'>): boolean {
  return view.visibility === 'shared' || mayChange(actor, view);
}

/** Any number of ours, and who it is about: nobody else's views wait. */
const LOCK_OWNER = 'SELECT pg_advisory_xact_lock(804117, $1)';
/** Ids of users begin at 1. */
const NO_USER = 0;

@Injectable()
export class SavedViewsRepository {
  /** By name. */
  async visibleTo(
    manager: EntityManager,
    userId: number | null,
    screen: SavedViewScreen,
  ): Promise<SavedViewEntity[]> {
    return manager
      .createQueryBuilder(SavedViewEntity, 'v')
      .where([
        { screen, ownerId: userId ?? NO_USER },
        { screen, visibility: 'shared' },
      ])
      .orderBy('lower(v.name)')
      .addOrderBy('v.id')
      .getMany();
  }

  async find(manager: EntityManager, id: number): Promise<SavedViewEntity | null> {
    return manager.findOneBy(SavedViewEntity, { id });
  }

  /** Until the transaction ends nobody else adds to what this user keeps. */
  async lockOwner(manager: EntityManager, ownerId: number): Promise<void> {
    await manager.query(LOCK_OWNER, [ownerId]);
  }

  async countOf(manager: EntityManager, ownerId: number, screen: SavedViewScreen): Promise<number> {
    return manager.countBy(SavedViewEntity, { ownerId, screen });
  }

  async add(
    manager: EntityManager,
    actor: Actor,
    screen: SavedViewScreen,
    view: NewSavedView,
  ): Promise<SavedViewEntity> {
    const owner = { ownerId: actor.userId ?? NO_USER, ownerName: actor.username };
    return manager.save(manager.create(SavedViewEntity, { ...view, ...owner, screen }));
  }

  async change(manager: EntityManager, id: number, view: NewSavedView): Promise<void> {
    await manager.update(SavedViewEntity, { id }, view);
  }

  async remove(manager: EntityManager, id: number): Promise<void> {
    await manager.delete(SavedViewEntity, { id });
  }
}

/** Which view a person's screen opens with. */
@Injectable()
export class DefaultViewsRepository {
  constructor(
    @InjectRepository(DefaultViewEntity) private readonly defaults: Repository<DefaultViewEntity>,
  ) {}

  /** Null when the screen opens without a view. */
  async viewOf(userId: number, screen: SavedViewScreen): Promise<number | null> {
    const found = await this.defaults.findOneBy({ userId, screen });
    return found?.viewId ?? null;
  }

  async choose(_actor: Actor, chosen: DefaultViewEntity): Promise<void> {
    await this.defaults.upsert(chosen, ['userId', 'screen']);
  }

  async forget(_actor: Actor, which: Pick<DefaultViewEntity, 'userId' | 'screen'>): Promise<void> {
    await this.defaults.delete(which);
  }
}
