import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { gatherLeaving } from '../leaving/gather-leaving.ts';

/** A purge whose job may be lost is looked for after this long. */
const OVERDUE = '10 seconds';
const MOST_AT_ONCE = 200;

@Injectable()
export class PurgeRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** False when the rollups are without it already, or there is no such purge. */
  async claim(manager: EntityManager, purgeId: number): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `INSERT INTO analytics.projected_purges (purge_id) SELECT id FROM ledger.purges WHERE id = $1
       ON CONFLICT (purge_id) DO NOTHING RETURNING purge_id`,
      [purgeId],
    );
    return rows.length === 1;
  }

  /** Copies what leaves into `leaving`, raises the ledger's version and notes since when the ledger is whole. */
  async prepare(manager: EntityManager, purgeId: number): Promise<void> {
    await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'`);
    // In line with projections: what is counted here must not be added to by another at the same time.
    await manager.query(
      `UPDATE analytics.ledger_state SET version = version + 1,
              purged_before = greatest(purged_before, (SELECT older_than FROM ledger.purges WHERE id = $1))`,
      [purgeId],
    );
    await gatherLeaving(manager, 'purge', purgeId);
  }

  /** Purges that are out of the ledger a while ago and still in the rollups. */
  async findOverdue(): Promise<number[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT p.id FROM ledger.purges p
        WHERE p.purged_at < now() - $1::interval
          AND NOT EXISTS (SELECT FROM analytics.projected_purges j WHERE j.purge_id = p.id)
        ORDER BY p.id LIMIT $2`,
      [OVERDUE, MOST_AT_ONCE],
    );
    return rows.map((row) => integerOf(row, 'id'));
  }
}
