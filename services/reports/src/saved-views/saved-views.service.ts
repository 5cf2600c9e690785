import {
  type ChangeViewRequest,
  type SavedView,
  type SaveViewRequest,
  VIEW_SCREENS,
  type ViewScreen,
} from '@clearwatch/contracts/saved-views.dto';
import {
  type SavedFilter,
  type SaveFilterRequest,
  TransactionFilters,
} from '@clearwatch/contracts/transaction-reports.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { isUniqueViolation } from '@clearwatch/service-kit/database/database-errors';
import { enumOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { plainToInstance } from 'class-transformer';
import { DataSource, type EntityManager } from 'typeorm';
import { criteriaOf } from '../search/search-criteria.ts';
import type { SavedViewEntity, SavedViewScreen } from './saved-view.entity.ts';
import {
  DefaultViewsRepository,
  mayChange,
  maySee,
  type NewSavedView,
  SavedViewsRepository,
  VIEW_KINDS,
} from './saved-views.repository.ts';

/** More than anybody finds again in a list. */
const MAX_VIEWS_PER_OWNER = 200;

/** What is kept under a name: seen by its owner, shared ones by everybody, changed by the owner and admins. */
@Injectable()
export class SavedViewStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly views: SavedViewsRepository,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `forbidden` for a screen of admins */
  async list(actor: Actor, screen: SavedViewScreen): Promise<SavedViewEntity[]> {
    requireScreenAccess(actor, screen);
    return this.views.visibleTo(this.database.manager, actor.userId, screen);
  }

  /** @throws AppError `bad_request` without a name; `conflict` for a name in use or too many; `forbidden` */
  async add(actor: Actor, screen: SavedViewScreen, given: NewSavedView): Promise<SavedViewEntity> {
    requireScreenAccess(actor, screen);
    const view = withTrimmedName(screen, given);
    return this.saving(screen, view.name, async (manager) => {
      const ownerId = actor.userId ?? 0;
      await this.views.lockOwner(manager, ownerId);
      if ((await this.views.countOf(manager, ownerId, screen)) >= MAX_VIEWS_PER_OWNER)
        throw new AppError(
          'conflict',
          `You keep ${MAX_VIEWS_PER_OWNER} ${VIEW_KINDS[screen].short}s already. Delete one that you no longer need.`,
        );
      const added = await this.views.add(manager, actor, screen, view);
      await this.record(manager, actor, 'saved', added);
      return added;
    });
  }

  /** @param screens those of which there is such a view for the caller. @throws AppError as `add` does; `not_found` */
  async change(
    actor: Actor,
    screens: readonly SavedViewScreen[],
    id: number,
    given: NewSavedView,
  ): Promise<SavedViewEntity> {
    const { screen } = await this.changeable(this.database.manager, actor, screens, id);
    const view = withTrimmedName(screen, given);
    return this.saving(screen, view.name, async (manager) => {
      await this.changeable(manager, actor, screens, id);
      await this.views.change(manager, id, view);
      const changed = await this.changeable(manager, actor, screens, id);
      await this.record(manager, actor, 'saved', changed);
      return changed;
    });
  }

  /** @throws AppError `not_found`, `forbidden` */
  async remove(actor: Actor, screens: readonly SavedViewScreen[], id: number): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const view = await this.changeable(manager, actor, screens, id);
      await this.views.remove(manager, id);
      await this.record(manager, actor, 'deleted', view);
    });
  }

  private async changeable(
    manager: EntityManager,
    actor: Actor,
    screens: readonly SavedViewScreen[],
    id: number,
  ): Promise<SavedViewEntity> {
    const view = await this.views.find(manager, id);
    if (
      view === null ||
      !screens.includes(view.screen) ||
      !maySee(actor, view) ||
      !mayOpen(actor, view.screen)
    )
      throw viewNotFound(screens);
    if (!mayChange(actor, view))
      throw new AppError(
        'forbidden',
        `Only ${view.ownerName} and admins may change this ${VIEW_KINDS[view.screen].short}.`,
      );
    return view;
  }

  private async saving<T>(
    screen: SavedViewScreen,
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
    action: 'saved' | 'deleted',
    { id, screen, name, visibility, ownerName: owner }: SavedViewEntity,
  ): Promise<void> {
    const kind = VIEW_KINDS[screen];
    const subject = { type: kind.subject, id, label: name };
    // Filter sets are of one screen: it goes without saying.
    const detail = { visibility, owner, ...(screen !== 'report' && { screen }) };
    await this.trail.record(actor, { action: kind[action], subject, detail }, manager);
  }
}

function mayOpen(actor: Actor, screen: SavedViewScreen): boolean {
  return actor.role === 'Admin' || !VIEW_KINDS[screen].isForAdmins;
}

function requireScreenAccess(actor: Actor, screen: SavedViewScreen): void {
  if (!mayOpen(actor, screen)) throw new AppError('forbidden', 'Only admins may do this.');
}

function viewNotFound([screen]: readonly SavedViewScreen[]): AppError {
  return new AppError('not_found', `There is no such ${VIEW_KINDS[screen ?? 'members'].noun}.`);
}

function withTrimmedName(screen: SavedViewScreen, { name, visibility, content }: NewSavedView): NewSavedView {
  const trimmed = name.trim().toWellFormed();
  if (trimmed === '' || trimmed.includes('\0'))
    throw new AppError('bad_request', `A ${VIEW_KINDS[screen].noun} needs a name.`);
  return { name: trimmed, visibility, content };
}

/** A kept view of transaction reports, whose content is a filter set. */
function toSavedFilter(actor: Actor, view: SavedViewEntity): SavedFilter {
  return {
    id: view.id,
    name: view.name,
    visibility: view.visibility,
    filters: plainToInstance(TransactionFilters, view.content),
    owner: view.ownerName,
    mayChange: mayChange(actor, view),
    updatedAt: view.updatedAt,
  };
}

const FILTER_SCREENS = ['report'] as const;

/** Filter sets of transaction reports kept under a name. */
@Injectable()
export class SavedFiltersService {
  constructor(private readonly views: SavedViewStore) {}

  async list(actor: Actor): Promise<SavedFilter[]> {
    const saved = await this.views.list(actor, 'report');
    return saved.map((view) => toSavedFilter(actor, view));
  }

  /** @throws AppError `bad_request` for filters that ask nothing; `conflict` for a name in use or too many */
  async add(actor: Actor, request: SaveFilterRequest): Promise<SavedFilter> {
    return toSavedFilter(actor, await this.views.add(actor, 'report', toNewFilterView(request)));
  }

  /** @throws AppError as `add` does; `not_found`, `forbidden` */
  async change(actor: Actor, id: number, request: SaveFilterRequest): Promise<SavedFilter> {
    return toSavedFilter(actor, await this.views.change(actor, FILTER_SCREENS, id, toNewFilterView(request)));
  }

  /** @throws AppError `not_found`, `forbidden` */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.views.remove(actor, FILTER_SCREENS, id);
  }
}

/** Kept as it was given, when it asks for something. */
function toNewFilterView({ name, visibility, filters }: SaveFilterRequest): NewSavedView {
  criteriaOf(filters);
  return { name, visibility, content: filters };
}

/** What a screen opens with is everybody's own affair: nobody is told, and the audit log does not note it. */
@Injectable()
export class DefaultViewsService {
  constructor(
    private readonly views: SavedViewStore,
    private readonly defaults: DefaultViewsRepository,
  ) {}

  /**
   * One's own view or one that is shared; one that is unshared later is no longer anybody else's default.
   * @throws AppError `not_found`, `forbidden`
   */
  async choose(actor: Actor, path: string, viewId: number | null): Promise<void> {
    const screen = VIEW_SCREENS.find((known) => known === path);
    if (screen === undefined) throw new AppError('not_found', 'There is no such screen.');
    const visible = await this.views.list(actor, screen);
    const userId = actor.userId ?? 0;
    if (viewId === null) return this.defaults.forget(actor, { userId, screen });
    if (!visible.some(({ id }) => id === viewId)) throw viewNotFound([screen]);
    await this.defaults.choose(actor, { userId, screen, viewId });
  }
}

/** What is kept of a list: its address's query, and the columns it does without. */
interface ListViewContent {
  query: string;
  hiddenColumns: string[];
}

function toSavedView(actor: Actor, view: SavedViewEntity, defaultId: number | null): SavedView {
  return {
    id: view.id,
    screen: enumOf(VIEW_SCREENS, { screen: view.screen }, 'screen'),
    name: view.name,
    visibility: view.visibility,
    ...parseListViewContent(view.content),
    owner: view.ownerName,
    mayChange: mayChange(actor, view),
    isDefault: view.id === defaultId,
    updatedAt: view.updatedAt,
  };
}

function parseListViewContent(content: unknown): ListViewContent {
  const row = content as Row;
  const columns = row['hiddenColumns'];
  if (!Array.isArray(columns)) throw new TypeError('A kept view says nothing of its columns');
  return { query: textOf(row, 'query'), hiddenColumns: columns.map(String) };
}

/** Views of the lists, kept under a name. */
@Injectable()
export class SavedViewsService {
  constructor(
    private readonly views: SavedViewStore,
    private readonly defaults: DefaultViewsRepository,
  ) {}

  /** @throws AppError `forbidden` */
  async list(actor: Actor, screen: ViewScreen): Promise<SavedView[]> {
    const saved = await this.views.list(actor, screen);
    const defaultId = await this.defaultOf(actor, screen);
    return saved.map((view) => toSavedView(actor, view, defaultId));
  }

  /** @throws AppError `bad_request`; `conflict` for a name in use or too many; `forbidden` */
  async add(actor: Actor, request: SaveViewRequest): Promise<SavedView> {
    return toSavedView(actor, await this.views.add(actor, request.screen, toNewListView(request)), null);
  }

  /** @throws AppError as `add` does; `not_found` */
  async change(actor: Actor, id: number, request: ChangeViewRequest): Promise<SavedView> {
    const view = await this.views.change(actor, VIEW_SCREENS, id, toNewListView(request));
    return toSavedView(actor, view, await this.defaultOf(actor, view.screen));
  }

  /** @throws AppError `not_found`, `forbidden` */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.views.remove(actor, VIEW_SCREENS, id);
  }

  private defaultOf(actor: Actor, screen: SavedViewScreen): Promise<number | null> {
    return this.defaults.viewOf(actor.userId ?? 0, screen);
  }
}

/**
 * The query is kept as text and never taken apart here: the screen that opens it reads it like an address somebody typed, and
 * leaves out what it does not know. Only what is no query at all is refused.
 */
function toNewListView({ name, visibility, query, hiddenColumns }: ChangeViewRequest): NewSavedView {
  if (!/^[\w.~%+&=*-]*$/.test(query))
    throw new AppError('bad_request', 'The query must be that of an address, without the question mark.');
  if (hiddenColumns.some((title) => title.includes('\0') || !title.isWellFormed()))
    throw new AppError('bad_request', 'The columns must be named by their titles.');
  const content: ListViewContent = { query, hiddenColumns };
  return { name, visibility, content };
}
