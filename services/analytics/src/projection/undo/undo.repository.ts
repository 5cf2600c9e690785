import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import {
  COPY_CHANGES_SQL,
  FIND_OVERDRAWN_SQL,
  FORGET_COMPANY_ACCOUNTS_SQL,
  FORGET_COMPANY_DAY_CODES_SQL,
  NOTE_CHANGED_SQL,
  RECOUNT_ARRIVALS_SQL,
  RECOUNT_COMPANY_ACCOUNTS_SQL,
  RECOUNT_COMPANY_DAY_CODES_SQL,
  TAKE_OUT_SQL,
  UNCOUNT_ACCOUNTS_SQL,
} from './take-back.sql.ts';

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
    await manager.query(COPY_CHANGES_SQL, [importId]);
    await manager.query('ANALYZE leaving');
  }

  /** Takes what `leaving` holds out of every rollup. @throws Error when they hold less than that */
  async takeOut(manager: EntityManager): Promise<void> {
    const [overdrawn] = await manager.query<Row[]>(FIND_OVERDRAWN_SQL);
    if (overdrawn !== undefined) throw new Error('more is taken back than the rollups hold');
    for (const statement of TAKE_OUT_SQL) await manager.query(statement);
    await manager.query(UNCOUNT_ACCOUNTS_SQL);
    await manager.query(FORGET_COMPANY_ACCOUNTS_SQL);
    await manager.query(RECOUNT_COMPANY_ACCOUNTS_SQL);
    for (const statement of RECOUNT_ARRIVALS_SQL) await manager.query(statement);
    await manager.query(FORGET_COMPANY_DAY_CODES_SQL);
    await manager.query(RECOUNT_COMPANY_DAY_CODES_SQL);
    await manager.query(NOTE_CHANGED_SQL);
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
