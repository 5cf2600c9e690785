import { queryInteger, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** A figure that is stored until the ledger or the day changes. */
export interface CachedFigure<Body extends object> {
  /** Figure name, version of the body's shape, and period: `metrics.1/30`. */
  name: string;
  /** Must read only through `manager`, so that all parts come from the same state of the ledger. */
  compute: (manager: EntityManager, today: string) => Promise<Body>;
}

const STORED_FIGURE = new RowReader({ integer: ['version'], json: ['body'] });

/** Reading a year of a large ledger takes seconds with a cold cache. */
const COMPUTE_TIMEOUT = '120s';

/** Reads figures by primary key. After the ledger or day changes, the first reader computes the figure while the others wait. */
@Injectable()
export class FigureStore {
  private readonly inFlight = new Map<string, Promise<object>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly today: Today,
  ) {}

  async read<Body extends object>(figure: CachedFigure<Body>): Promise<Body> {
    const today = this.today.day();
    const { version, body } = await this.find(figure.name, today, this.database.manager);
    // The name contains the version of the body's shape.
    if (body !== null) return body as Body;
    // Readers in this process share one computation, so that they do not use up the connections.
    const key = `${figure.name}@${version}@${today}`;
    let computing = this.inFlight.get(key) as Promise<Body> | undefined;
    if (computing === undefined) {
      computing = this.compute(figure, today).finally(() => this.inFlight.delete(key));
      this.inFlight.set(key, computing);
    }
    return computing;
  }

  /**
   * Runs `work` while no other process computes the same figure. The lock belongs to the session, because a transaction that waited for it
   * would see the ledger as it was before the wait. `work` must use only that session. If each computation needed a second connection, the
   * computations could exhaust the pool and block each other.
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

  async inOneState<T>(session: EntityManager, work: (manager: EntityManager, version: number) => Promise<T>) {
    return session.transaction('REPEATABLE READ', async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = '${COMPUTE_TIMEOUT}'`);
      const version = await queryInteger(manager, 'SELECT version FROM analytics.ledger_state');
      return { version, result: await work(manager, version) };
    });
  }

  /** Figures for earlier ledger states are never read again. */
  async deleteOutdated(): Promise<void> {
    await this.database.query(
      'DELETE FROM analytics.figures WHERE ledger_version < (SELECT version FROM analytics.ledger_state)',
    );
  }

  private async compute<Body extends object>({ name, compute }: CachedFigure<Body>, today: string) {
    return this.whileLocked(name, async (session) => {
      const { body } = await this.find(name, today, session);
      if (body !== null) return body as Body;
      const { version, result } = await this.inOneState(session, (manager) => compute(manager, today));
      await session.query(
        `INSERT INTO analytics.figures AS kept (name, ledger_version, today, body)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (name) DO UPDATE
           SET ledger_version = EXCLUDED.ledger_version, today = EXCLUDED.today, body = EXCLUDED.body,
               computed_at = now()
         WHERE kept.ledger_version <= EXCLUDED.ledger_version`,
        [name, version, today, JSON.stringify(result)],
      );
      return result;
    });
  }

  private async find(name: string, today: string, session: EntityManager) {
    const { version, body } = await STORED_FIGURE.one(
      session,
      `SELECT s.version, f.body
         FROM analytics.ledger_state s
         LEFT JOIN analytics.figures f
           ON f.name = $1 AND f.ledger_version = s.version AND f.today = $2`,
      [name, today],
    );
    return { version, body: body as object | null };
  }
}

const DAYS = new RowReader({ 'day?': ['firstDay', 'asOf'] });

/** First day of the ledger and its newest day that is not after `today`, so a mistyped future date does not hide recent days. */
export async function coveredDays(manager: EntityManager, today: string) {
  const { firstDay, asOf } = await DAYS.one(
    manager,
    `SELECT min(day)::text AS first_day, max(day)::text AS as_of
       FROM analytics.ledger_days WHERE day > '-infinity' AND day <= $1`,
    [today],
  );
  return firstDay === null || asOf === null ? null : { firstDay, asOf };
}
