import { dayOf, integerOf, nullable, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** A computed figure that is kept until the ledger or the day changes. */
export interface CachedFigure<Body extends object> {
  /** Says what and over which period, and the version of the body's shape: `metrics.1/30`. */
  name: string;
  /** Reads rollups through `manager` only, so that all parts belong to one state of the ledger. */
  compute(manager: EntityManager, today: string): Promise<Body>;
}

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

/**
 * Answers figures by one primary-key lookup. A figure of a changed ledger, or of a new day, is computed by whoever
 * asks first while everybody else waits for that one result.
 */
@Injectable()
export class FigureStore {
  private readonly inFlight = new Map<string, Promise<object>>();

  constructor(
    private readonly figures: FiguresRepository,
    private readonly today: Today,
  ) {}

  async read<Body extends object>(figure: CachedFigure<Body>): Promise<Body> {
    const today = this.today.day();
    const { version, body } = await this.figures.find({ name: figure.name, today });
    // Bodies are our own, and the name carries the version of their shape.
    if (body !== null) return body as Body;
    return this.computeOnce(figure, { version, today });
  }

  /** Waiting readers of this process share one computation, so that they do not use up the connections. */
  private async computeOnce<Body extends object>(
    figure: CachedFigure<Body>,
    wanted: { version: number; today: string },
  ): Promise<Body> {
    const key = `${figure.name}@${wanted.version}@${wanted.today}`;
    let computing = this.inFlight.get(key) as Promise<Body> | undefined;
    if (computing === undefined) {
      computing = this.compute(figure, wanted.today).finally(() => this.inFlight.delete(key));
      this.inFlight.set(key, computing);
    }
    return computing;
  }

  private async compute<Body extends object>(figure: CachedFigure<Body>, today: string): Promise<Body> {
    const { name } = figure;
    return this.figures.whileLocked(name, async (session) => {
      const { body } = await this.figures.find({ name, today }, session);
      if (body !== null) return body as Body;
      const { version, result } = await this.figures.inOneState(session, (manager) =>
        figure.compute(manager, today),
      );
      await this.figures.keep(session, { name, version, today, body: result });
      return result;
    });
  }
}

@Injectable()
export class LedgerCalendarRepository {
  /**
   * The first day of the ledger and its newest that is not after `today`. Old data thereby never gives an empty
   * dashboard, and one mistyped date in the future never hides the present.
   */
  async coveredDays(
    manager: EntityManager,
    today: string,
  ): Promise<{ firstDay: string; asOf: string } | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT min(day)::text AS first_day, max(day)::text AS as_of
         FROM analytics.ledger_days
        WHERE day > '-infinity' AND day <= $1`,
      [today],
    );
    if (row === undefined) return null;
    const asOf = nullable(dayOf, row, 'as_of');
    return asOf === null ? null : { firstDay: dayOf(row, 'first_day'), asOf };
  }
}
