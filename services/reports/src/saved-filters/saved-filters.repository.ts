import type { SaveFilterRequest } from '@clearwatch/contracts/http/transaction-reports';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type StoredFilter, toStoredFilter } from './stored-filter.ts';

const COLUMNS = 'id, owner_id, owner_name, name, visibility, filters, updated_at';
/** Any number of ours, and who it is about: nobody else's filters wait. */
const LOCK_OWNER = 'SELECT pg_advisory_xact_lock(804117, $1)';

@Injectable()
export class SavedFiltersRepository {
  async visibleTo(manager: EntityManager, userId: number | null): Promise<StoredFilter[]> {
    const rows = await manager.query<Row[]>(
      `SELECT ${COLUMNS} FROM reports.saved_filters WHERE owner_id = $1 OR visibility = 'shared'
       ORDER BY lower(name), id`,
      [userId],
    );
    return rows.map(toStoredFilter);
  }

  async find(manager: EntityManager, id: number): Promise<StoredFilter | null> {
    const [row] = await manager.query<Row[]>(`SELECT ${COLUMNS} FROM reports.saved_filters WHERE id = $1`, [
      id,
    ]);
    return row === undefined ? null : toStoredFilter(row);
  }

  /** Until the transaction ends nobody else adds to what this user keeps. */
  async lockOwner(manager: EntityManager, ownerId: number): Promise<void> {
    await manager.query(LOCK_OWNER, [ownerId]);
  }

  async countOf(manager: EntityManager, ownerId: number): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      'SELECT count(*) AS filters FROM reports.saved_filters WHERE owner_id = $1',
      [ownerId],
    );
    return integerOf(row, 'filters');
  }

  async add(manager: EntityManager, actor: Actor, request: SaveFilterRequest): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      `INSERT INTO reports.saved_filters (owner_id, owner_name, name, visibility, filters)
       VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [actor.userId, actor.username, request.name, request.visibility, JSON.stringify(request.filters)],
    );
    return integerOf(row, 'id');
  }

  async change(manager: EntityManager, id: number, request: SaveFilterRequest): Promise<void> {
    await manager.query(
      `UPDATE reports.saved_filters SET name = $2, visibility = $3, filters = $4, updated_at = now() WHERE id = $1`,
      [id, request.name, request.visibility, JSON.stringify(request.filters)],
    );
  }

  async remove(manager: EntityManager, id: number): Promise<void> {
    await manager.query('DELETE FROM reports.saved_filters WHERE id = $1', [id]);
  }
}
