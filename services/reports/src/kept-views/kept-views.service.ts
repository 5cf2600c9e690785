import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { isUniqueViolation } from '@clearwatch/service-kit/database/database-errors';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type KeptView, mayChange, maySee, type ViewToKeep } from './kept-view.ts';
import { KeptViewsRepository } from './kept-views.repository.ts';
import { type KeptScreen, VIEW_KINDS } from './view-kinds.ts';

/** More than anybody finds again in a list. */
const MOST_OF_ONE_OWNER = 200;

/** What is kept under a name: seen by its owner, shared ones by everybody, changed by the owner and admins. */
@Injectable()
export class KeptViews {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly views: KeptViewsRepository,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `forbidden` for a screen of admins */
  async list(actor: Actor, screen: KeptScreen): Promise<KeptView[]> {
    refuseScreen(actor, screen);
    return this.views.visibleTo(this.database.manager, actor.userId, screen);
  }

  /** @throws AppError `bad_request` without a name; `conflict` for a name in use or too many; `forbidden` */
  async add(actor: Actor, screen: KeptScreen, given: ViewToKeep): Promise<KeptView> {
    refuseScreen(actor, screen);
    const view = named(screen, given);
    return this.saving(screen, view.name, async (manager) => {
      const ownerId = actor.userId ?? 0;
      await this.views.lockOwner(manager, ownerId);
      if ((await this.views.countOf(manager, ownerId, screen)) >= MOST_OF_ONE_OWNER)
        throw new AppError(
          'conflict',
          `You keep ${MOST_OF_ONE_OWNER} ${VIEW_KINDS[screen].short}s already. Delete one that you no longer need.`,
        );
      return this.saved(manager, actor, await this.views.add(manager, actor, screen, view));
    });
  }

  /** @param screens those of which there is such a view for the caller. @throws AppError as `add` does; `not_found` */
  async change(
    actor: Actor,
    screens: readonly KeptScreen[],
    id: number,
    given: ViewToKeep,
  ): Promise<KeptView> {
    const { screen } = await this.changeable(this.database.manager, actor, screens, id);
    const view = named(screen, given);
    return this.saving(screen, view.name, async (manager) => {
      await this.changeable(manager, actor, screens, id);
      await this.views.change(manager, id, view);
      return this.saved(manager, actor, id);
    });
  }

  /** @throws AppError `not_found`, `forbidden` */
  async remove(actor: Actor, screens: readonly KeptScreen[], id: number): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const view = await this.changeable(manager, actor, screens, id);
      await this.views.remove(manager, id);
      await this.record(manager, actor, 'deleted', view);
    });
  }

  private async changeable(
    manager: EntityManager,
    actor: Actor,
    screens: readonly KeptScreen[],
    id: number,
  ): Promise<KeptView> {
    const view = await this.views.find(manager, actor.userId, id);
    if (
      view === null ||
      !screens.includes(view.screen) ||
      !maySee(actor, view) ||
      !mayOpen(actor, view.screen)
    )
      throw noSuchView(screens);
    if (!mayChange(actor, view))
      throw new AppError(
        'forbidden',
        `Only ${view.owner} and admins may change this ${VIEW_KINDS[view.screen].short}.`,
      );
    return view;
  }

  private async saved(manager: EntityManager, actor: Actor, id: number): Promise<KeptView> {
    const view = await this.views.find(manager, actor.userId, id);
    if (view === null) throw noSuchView([]);
    await this.record(manager, actor, 'saved', view);
    return view;
  }

  private async saving<T>(
    screen: KeptScreen,
    name: string,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    try {
      return await inTransaction(this.database, work);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError(
        'conflict',
        `There is a ${VIEW_KINDS[screen].noun} called “${name}” already. Choose another name.`,
      );
    }
  }

  private async record(
    manager: EntityManager,
    actor: Actor,
    deed: 'saved' | 'deleted',
    { id, screen, name, visibility, owner }: KeptView,
  ): Promise<void> {
    const kind = VIEW_KINDS[screen];
    const subject = { type: kind.subject, id, label: name };
    // Filter sets are of one screen: it goes without saying.
    const detail = { visibility, owner, ...(screen !== 'report' && { screen }) };
    await this.trail.record(actor, { action: kind[deed], subject, detail }, manager);
  }
}

function mayOpen(actor: Actor, screen: KeptScreen): boolean {
  return actor.role === 'Admin' || !VIEW_KINDS[screen].isForAdmins;
}

function refuseScreen(actor: Actor, screen: KeptScreen): void {
  if (!mayOpen(actor, screen)) throw new AppError('forbidden', 'Only admins may do this.');
}

export function noSuchView([screen]: readonly KeptScreen[]): AppError {
  return new AppError('not_found', `There is no such ${VIEW_KINDS[screen ?? 'members'].noun}.`);
}

function named(screen: KeptScreen, { name, visibility, content }: ViewToKeep): ViewToKeep {
  const trimmed = name.trim().toWellFormed();
  if (trimmed === '' || trimmed.includes('\0'))
    throw new AppError('bad_request', `A ${VIEW_KINDS[screen].noun} needs a name.`);
  return { name: trimmed, visibility, content };
}
