import type { LastPurge } from '@clearwatch/contracts/retention.dto';
import type { DataSource } from 'typeorm';
import { dayOf, instantOf, integerOf, nullable, type Row, textOf } from '../database/row-readers.ts';

/**
 * DDL of a service's daily purges: one for each day on which it looked, with what it has removed so far. Removed and counted
 * in one transaction: a purge that was killed goes on from here.
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

/** What was removed, by what it is: `{ entries: 20000 }`. */
export type Removed = Readonly<Record<string, number>>;

/** Whose services remove by themselves what is past its time. */
export type PurgingSchema = 'ledger' | 'analytics' | 'reports' | 'auth';

/** A TypeORM manager or a node-postgres client. */
interface Transaction {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** A service's daily purges (`purge-runs-table.ts`). */
export class PurgeRuns {
  constructor(
    private readonly database: Pick<DataSource, 'query'>,
    private readonly schema: PurgingSchema,
  ) {}

  /**
   * The purge that is under way, else that of today when there was none yet: any number of workers may ask.
   * @returns ids
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

  /** The day as of which it purges; null when it is finished or does not exist. */
  async dayOfOpen(runId: number): Promise<string | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT day::text FROM ${this.schema}.purge_runs WHERE id = $1 AND finished_at IS NULL`,
      [runId],
    );
    return row === undefined ? null : dayOf(row, 'day');
  }

  /** In the transaction that removes it. */
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

  /** @returns what it has removed in all; null when it was finished before */
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

  /** What failed for good is tried again the next day; what was removed until then stays so. */
  async giveUp(runId: number): Promise<void> {
    await this.finish(this.database, { runId, failure: 'The purge has failed several times.' });
  }

  /**
   * Has the newest purge done once more, for an operator who does not wait for tomorrow: as a new run of the same day, since a job
   * that died of the old one would stay dead. One that is under way is left alone.
   */
  async again(manager: Pick<DataSource, 'query'>): Promise<void> {
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
