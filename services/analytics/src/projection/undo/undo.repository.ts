import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { gatherLeaving } from '../leaving/gather-leaving.ts';

/** An undo whose job may be lost is looked for after this long. */
const OVERDUE = '10 seconds';
const MOST_AT_ONCE = 200;

@Injectable()
export class UndoRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Ingest sets the state in the transaction that removes the rows. */
  async isUndone(manager: EntityManager, importId: number): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `SELECT 1 FROM ledger.imports WHERE id = $1 AND state = 'undone'`,
      [importId],
    );
    return rows.length === 1;
  }

  /** False when the rollups are without the import already; waits for another process that takes it out right now. */
  async claim(manager: EntityManager, importId: number): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `INSERT INTO analytics.projected_undos (import_id) VALUES ($1)
       ON CONFLICT (import_id) DO NOTHING RETURNING import_id`,
      [importId],
    );
    return rows.length === 1;
  }

  /** Copies what leaves into `leaving` and raises the ledger's version. */
  async prepare(manager: EntityManager, importId: number): Promise<void> {
    await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'`);
    // In line with projections: what is counted here must not be added to by another at the same time.
    await manager.query('UPDATE analytics.ledger_state SET version = version + 1');
    await gatherLeaving(manager, 'undo', importId);
  }

  /** Imports whose entries left the ledger a while ago and are still in the rollups. */
  async findOverdue(): Promise<number[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT i.id FROM ledger.imports i
        WHERE i.state = 'undone' AND i.undone_at < now() - $1::interval
          AND NOT EXISTS (SELECT FROM analytics.projected_undos u WHERE u.import_id = i.id)
        ORDER BY i.id LIMIT $2`,
      [OVERDUE, MOST_AT_ONCE],
    );
    return rows.map((row) => integerOf(row, 'id'));
  }
}
