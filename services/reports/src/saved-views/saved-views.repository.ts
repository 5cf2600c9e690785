import type { AuditAction, AuditSubject } from '@clearwatch/contracts/audit-events';
import { VIEW_SCREENS, type ViewScreen } from '@clearwatch/contracts/saved-views.dto';
import { FILTER_VISIBILITIES, type FilterVisibility } from '@clearwatch/contracts/transaction-reports.dto';
import {
  booleanOf,
  enumOf,
  instantOf,
  integerOf,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Whose views are kept here. Those of transaction reports are filter sets, the others the query of an address. */
const SAVED_VIEW_SCREENS = ['report', ...VIEW_SCREENS] as const;
export type SavedViewScreen = (typeof SAVED_VIEW_SCREENS)[number];

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
export interface NewSavedView {
  name: string;
  visibility: FilterVisibility;
  /** Whatever its screen makes of it. */
  content: object;
}

export interface StoredView extends Omit<NewSavedView, 'content'> {
  id: number;
  ownerId: number;
  owner: string;
  screen: SavedViewScreen;
  /** As it was kept: the reader of its screen checks it. */
  content: unknown;
  /** Whether it is the default of whoever asked. */
  isDefault: boolean;
  updatedAt: string;
}

function toStoredView(row: Row): StoredView {
  return {
    id: integerOf(row, 'id'),
    ownerId: integerOf(row, 'owner_id'),
    owner: textOf(row, 'owner_name'),
    screen: enumOf(SAVED_VIEW_SCREENS, row, 'screen'),
    name: textOf(row, 'name'),
    visibility: enumOf(FILTER_VISIBILITIES, row, 'visibility'),
    content: row['content'],
    isDefault: booleanOf(row, 'is_default'),
    updatedAt: instantOf(row, 'updated_at'),
  };
}

export function mayChange(actor: Actor, { ownerId }: Pick<StoredView, 'ownerId'>): boolean {
  return actor.role === 'Admin' || actor.userId === ownerId;
}

/** What others keep for themselves is not there for anybody but admins. */
export function maySee(actor: Actor, view: Pick<StoredView, 'ownerId' | 'visibility'>): boolean {
  return view.visibility === 'shared' || mayChange(actor, view);
}

/** `$1` is who asks. */
const SELECT_VIEWS = `
  SELECT v.id, v.owner_id, v.owner_name, v.screen, v.name, v.visibility, v.content, v.updated_at,
         d.view_id IS NOT NULL AS is_default
    FROM reports.saved_views v
    LEFT JOIN reports.default_views d ON d.view_id = v.id AND d.screen = v.screen AND d.user_id = $1`;
/** Any number of ours, and who it is about: nobody else's views wait. */
const LOCK_OWNER = 'SELECT pg_advisory_xact_lock(804117, $1)';

@Injectable()
export class SavedViewsRepository {
  async visibleTo(
    manager: EntityManager,
    userId: number | null,
    screen: SavedViewScreen,
  ): Promise<StoredView[]> {
    const rows = await manager.query<Row[]>(
      `${SELECT_VIEWS} WHERE v.screen = $2 AND (v.owner_id = $1 OR v.visibility = 'shared') ORDER BY lower(v.name), v.id`,
      [userId, screen],
    );
    return rows.map(toStoredView);
  }

  async find(manager: EntityManager, userId: number | null, id: number): Promise<StoredView | null> {
    const [row] = await manager.query<Row[]>(`${SELECT_VIEWS} WHERE v.id = $2::bigint`, [userId, id]);
    return row === undefined ? null : toStoredView(row);
  }

  /** Until the transaction ends nobody else adds to what this user keeps. */
  async lockOwner(manager: EntityManager, ownerId: number): Promise<void> {
    await manager.query(LOCK_OWNER, [ownerId]);
  }

  async countOf(manager: EntityManager, ownerId: number, screen: SavedViewScreen): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      'SELECT count(*) AS views FROM reports.saved_views WHERE owner_id = $1 AND screen = $2',
      [ownerId, screen],
    );
    return integerOf(row, 'views');
  }

  async add(
    manager: EntityManager,
    actor: Actor,
    screen: SavedViewScreen,
    view: NewSavedView,
  ): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      `INSERT INTO reports.saved_views (owner_id, owner_name, screen, name, visibility, content)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [actor.userId, actor.username, screen, view.name, view.visibility, JSON.stringify(view.content)],
    );
    return integerOf(row, 'id');
  }

  async change(manager: EntityManager, id: number, view: NewSavedView): Promise<void> {
    await manager.query(
      `UPDATE reports.saved_views SET name = $2, visibility = $3, content = $4, updated_at = now() WHERE id = $1`,
      [id, view.name, view.visibility, JSON.stringify(view.content)],
    );
  }

  async remove(manager: EntityManager, id: number): Promise<void> {
    await manager.query('DELETE FROM reports.saved_views WHERE id = $1', [id]);
  }
}

/** Which view a person's screen opens with. */
@Injectable()
export class DefaultViewsRepository {
  async choose(manager: EntityManager, userId: number, screen: ViewScreen, viewId: number): Promise<void> {
    await manager.query(
      `INSERT INTO reports.default_views (user_id, screen, view_id) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, screen) DO UPDATE SET view_id = excluded.view_id`,
      [userId, screen, viewId],
    );
  }

  async forget(manager: EntityManager, userId: number, screen: ViewScreen): Promise<void> {
    await manager.query('DELETE FROM reports.default_views WHERE user_id = $1 AND screen = $2', [
      userId,
      screen,
    ]);
  }
}
