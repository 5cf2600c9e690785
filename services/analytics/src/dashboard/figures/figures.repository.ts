import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** Longest time one figure may take; a cold cache on a full year of a large ledger needs seconds. */
const COMPUTE_TIMEOUT = '120s';

@Injectable()
export class FiguresRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The kept body when it is of the current ledger and day, and the ledger's version. */
  async find(
    { name, today }: { name: string; today: string },
    session: EntityManager = this.database.manager,
  ): Promise<{ version: number; body: object | null }> {
    const [row] = await session.query<Row[]>(
      `SELECT s.version, f.body
         FROM analytics.ledger_state s
         LEFT JOIN analytics.figures f
           ON f.name = $1 AND f.ledger_version = s.version AND f.today = $2`,
      [name, today],
    );
    if (row === undefined) throw new Error('analytics.ledger_state has lost its only row');
    return { version: integerOf(row, 'version'), body: bodyOf(row) };
  }

  /**
   * Runs `work` while no other process computes the same figure. The lock is held by the session, outside any
   * transaction: a transaction that waits for it would look at the ledger as it was before the wait. Everything in
   * `work` goes through that session: if each computation needed a second connection, as many of them at once as the
   * pool has connections would wait for each other.
   */
  async whileLocked<T>(name: string, work: (session: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.database.createQueryRunner();
    try {
      await runner.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
      try {
        return await work(runner.manager);
      } finally {
        await runner.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
      }
    } finally {
      await runner.release();
    }
  }

  /** One unmoving view of the ledger and the version it has in it. */
  async inOneState<T>(
    session: EntityManager,
    work: (manager: EntityManager, version: number) => Promise<T>,
  ): Promise<{ version: number; result: T }> {
    return session.transaction('REPEATABLE READ', async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = '${COMPUTE_TIMEOUT}'`);
      const [row] = await manager.query<Row[]>('SELECT version FROM analytics.ledger_state');
      if (row === undefined) throw new Error('analytics.ledger_state has lost its only row');
      const version = integerOf(row, 'version');
      return { version, result: await work(manager, version) };
    });
  }

  async keep(
    session: EntityManager,
    figure: { name: string; version: number; today: string; body: object },
  ): Promise<void> {
    await session.query(
      `INSERT INTO analytics.figures AS kept (name, ledger_version, today, body)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (name) DO UPDATE
         SET ledger_version = EXCLUDED.ledger_version, today = EXCLUDED.today, body = EXCLUDED.body,
             computed_at = now()
       WHERE kept.ledger_version <= EXCLUDED.ledger_version`,
      [figure.name, figure.version, figure.today, JSON.stringify(figure.body)],
    );
  }

  /** Figures of earlier ledgers are never read again. */
  async forgetOutdated(): Promise<void> {
    await this.database.query(
      `DELETE FROM analytics.figures
        WHERE ledger_version < (SELECT version FROM analytics.ledger_state)`,
    );
  }
}

function bodyOf(row: Row): object | null {
  const body = row['body'];
  return typeof body === 'object' ? body : null;
}
