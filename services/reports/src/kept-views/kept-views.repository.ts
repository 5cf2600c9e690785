import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type KeptView, toKeptView, type ViewToKeep } from './kept-view.ts';
import type { KeptScreen } from './view-kinds.ts';

/** `$1` is who asks. */
const VIEWS = `
  SELECT v.id, v.owner_id, v.owner_name, v.screen, v.name, v.visibility, v.content, v.updated_at,
         d.view_id IS NOT NULL AS is_default
    FROM reports.saved_views v
    LEFT JOIN reports.default_views d ON d.view_id = v.id AND d.screen = v.screen AND d.user_id = $1`;
/** Any number of ours, and who it is about: nobody else's views wait. */
const LOCK_OWNER = 'SELECT pg_advisory_xact_lock(804117, $1)';

@Injectable()
export class KeptViewsRepository {
  async visibleTo(manager: EntityManager, userId: number | null, screen: KeptScreen): Promise<KeptView[]> {
    const rows = await manager.query<Row[]>(
      `${VIEWS} WHERE v.screen = $2 AND (v.owner_id = $1 OR v.visibility = 'shared') ORDER BY lower(v.name), v.id`,
      [userId, screen],
    );
    return rows.map(toKeptView);
  }

  async find(manager: EntityManager, userId: number | null, id: number): Promise<KeptView | null> {
    const [row] = await manager.query<Row[]>(`${VIEWS} WHERE v.id = $2::bigint`, [userId, id]);
    return row === undefined ? null : toKeptView(row);
  }

  /** Until the transaction ends nobody else adds to what this user keeps. */
  async lockOwner(manager: EntityManager, ownerId: number): Promise<void> {
    await manager.query(LOCK_OWNER, [ownerId]);
  }

  async countOf(manager: EntityManager, ownerId: number, screen: KeptScreen): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      'SELECT count(*) AS views FROM reports.saved_views WHERE owner_id = $1 AND screen = $2',
      [ownerId, screen],
    );
    return integerOf(row, 'views');
  }

  async add(manager: EntityManager, actor: Actor, screen: KeptScreen, view: ViewToKeep): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      `INSERT INTO reports.saved_views (owner_id, owner_name, screen, name, visibility, content)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [actor.userId, actor.username, screen, view.name, view.visibility, JSON.stringify(view.content)],
    );
    return integerOf(row, 'id');
  }

  async change(manager: EntityManager, id: number, view: ViewToKeep): Promise<void> {
    await manager.query(
      `UPDATE reports.saved_views SET name = $2, visibility = $3, content = $4, updated_at = now() WHERE id = $1`,
      [id, view.name, view.visibility, JSON.stringify(view.content)],
    );
  }

  async remove(manager: EntityManager, id: number): Promise<void> {
    await manager.query('DELETE FROM reports.saved_views WHERE id = $1', [id]);
  }
}
