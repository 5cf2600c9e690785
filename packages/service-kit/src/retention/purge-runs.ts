import type { LastPurge } from '@clearwatch/contracts/retention.dto';
import type { DataSource } from 'typeorm';
import { dayOf, instantOf, integerOf, nullable, type Row, textOf } from '../database/row-readers.ts';

/**
 * DDL of daily purges. Counts are updated in the transaction that removes, so a killed purge continues where it
 * stopped.
 */
export function createPurgeRuns(schema: string): string {
  return `
    CREATE TABLE ${schema}.purge_runs (
      id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      day         date NOT NULL UNIQUE,
      removed     jsonb NOT NULL DEFAULT '{}',
      started_at  timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      failure     text
    );
    CREATE INDEX purge_runs_open ON ${schema}.purge_runs (id) WHERE finished_at IS NULL;`;
}

export function dropPurgeRuns(schema: string): string {
  return `DROP TABLE ${schema}.purge_runs;`;
}

/** `{ entries: 20000 }`. */
export type Removed = Readonly<Record<string, number>>;

export type PurgingSchema = 'ledger' | 'analytics' | 'reports' | 'auth';

interface Transaction {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

export class PurgeRuns {
  constructor(
    private readonly database: Pick<DataSource, 'query'>,
    private readonly schema: PurgingSchema,
  ) {}

  /**
   * Ids of unfinished purges, or of a new one for today. Any number of workers may call it.
   * @param today ISO date
   */
  async open(today: string): Promise<number[]> {
    await this.database.query(
      `INSERT INTO ${this.schema}.purge_runs (day)
       SELECT $1 WHERE NOT EXISTS (SELECT FROM ${this.schema}.purge_runs WHERE finished_at IS NULL OR day >= $1)
       ON CONFLICT (day) DO NOTHING`,
      [today],
    );
    const rows = await this.database.query<Row[]>(
      `SELECT id FROM ${this.schema}.purge_runs WHERE finished_at IS NULL ORDER BY id`,
    );
    return rows.map((row) => integerOf(row, 'id'));
  }

  /** ISO date of the cutoff; null when the run is finished or does not exist. */
  async dayOfOpen(runId: number): Promise<string | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT day::text FROM ${this.schema}.purge_runs WHERE id = $1 AND finished_at IS NULL`,
      [runId],
    );
    return row === undefined ? null : dayOf(row, 'day');
  }

  /** @param transaction the one that removes */
  async add(transaction: Transaction, runId: number, removed: Removed): Promise<void> {
    for (const [what, count] of Object.entries(removed)) {
      if (count === 0) continue;
      await transaction.query(
        `UPDATE ${this.schema}.purge_runs
            SET removed = jsonb_set(removed, ARRAY[$2::text], to_jsonb(coalesce((removed ->> $2::text)::bigint, 0) + $3::bigint))
          WHERE id = $1`,
        [runId, what, count],
      );
    }
  }

  /** @returns everything removed; null when it was finished before */
  async finish(
    manager: Pick<DataSource, 'query'>,
    { runId, failure = null }: { runId: number; failure?: string | null },
  ): Promise<Removed | null> {
    const [[row]] = await manager.query<[Row[], number]>(
      `UPDATE ${this.schema}.purge_runs SET finished_at = clock_timestamp(), failure = $2
        WHERE id = $1 AND finished_at IS NULL RETURNING removed`,
      [runId, failure],
    );
    return row === undefined ? null : removedOf(row);
  }

  /** The next day tries again; what was removed stays removed. */
  async giveUp(runId: number): Promise<void> {
    await this.finish(this.database, { runId, failure: 'The purge has failed several times.' });
  }

  /**
   * Repeats the latest purge for an operator, as a new run of the same day, because the failed job of the old run
   * would block it. An unfinished run is left alone.
   */
  async repeatLatest(manager: Pick<DataSource, 'query'>): Promise<void> {
    const [rows] = await manager.query<[Row[], number]>(
      `DELETE FROM ${this.schema}.purge_runs
        WHERE finished_at IS NOT NULL AND day = (SELECT max(day) FROM ${this.schema}.purge_runs) RETURNING day::text`,
    );
    for (const row of rows)
      await manager.query(`INSERT INTO ${this.schema}.purge_runs (day) VALUES ($1)`, [dayOf(row, 'day')]);
  }

  async last(): Promise<LastPurge | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT day::text, started_at, finished_at, failure, removed FROM ${this.schema}.purge_runs ORDER BY day DESC LIMIT 1`,
    );
    if (row === undefined) return null;
    return {
      day: dayOf(row, 'day'),
      startedAt: instantOf(row, 'started_at'),
      finishedAt: nullable(instantOf, row, 'finished_at'),
      failure: nullable(textOf, row, 'failure'),
      removed: Object.entries(removedOf(row)).map(([what, count]) => ({ what, count })),
    };
  }
}

function removedOf(row: Row): Removed {
  const value = row['removed'];
  if (typeof value !== 'object' || value === null) throw new TypeError('Column removed should be an object');
  return Object.fromEntries(Object.keys(value).map((what) => [what, integerOf(value as Row, what)]));
}
