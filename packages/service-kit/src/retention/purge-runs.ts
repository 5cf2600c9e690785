import type { LastPurge } from '@clearwatch/contracts/retention.dto';
import { DataSource } from 'typeorm';
import { queryIntegers, queryTexts, RowReader, type SqlReader } from '../database/query-rows.ts';

/** DDL for daily purges. Transactions that delete update the counts, so a killed purge continues where it stopped. */
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

export type Removed = Readonly<Record<string, number>>;

export type PurgingSchema = 'ledger' | 'analytics' | 'reports' | 'auth';

const LAST_RUN = new RowReader({
  day: ['day'],
  instant: ['startedAt'],
  'instant?': ['finishedAt'],
  'text?': ['failure'],
  counts: ['removed'],
});
const REMOVED = new RowReader({ counts: ['removed'] });

export class PurgeRuns {
  constructor(
    private readonly database: SqlReader,
    private readonly schema: PurgingSchema,
  ) {}

  /** Ids of unfinished purges, or of a new one for today (ISO date). Several workers may call this concurrently. */
  async open(today: string): Promise<number[]> {
    await this.database.query(
      `INSERT INTO ${this.schema}.purge_runs (day)
       SELECT $1 WHERE NOT EXISTS (SELECT FROM ${this.schema}.purge_runs WHERE finished_at IS NULL OR day >= $1)
       ON CONFLICT (day) DO NOTHING`,
      [today],
    );
    const sql = `SELECT id FROM ${this.schema}.purge_runs WHERE finished_at IS NULL ORDER BY id`;
    return queryIntegers(this.database, sql);
  }

  /** ISO date of the purge; null when it is finished or does not exist. */
  async dayOfOpen(runId: number): Promise<string | null> {
    const sql = `SELECT day::text FROM ${this.schema}.purge_runs WHERE id = $1 AND finished_at IS NULL`;
    const [day = null] = await queryTexts(this.database, sql, [runId]);
    return day;
  }

  /** @param transaction the transaction that deletes */
  async add(transaction: SqlReader, runId: number, removed: Removed): Promise<void> {
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

  /** @returns counts of everything removed; null when the purge was already finished */
  async finish(
    manager: SqlReader,
    { runId, failure = null }: { runId: number; failure?: string | null },
  ): Promise<Removed | null> {
    const run = await REMOVED.first(
      manager,
      `UPDATE ${this.schema}.purge_runs SET finished_at = clock_timestamp(), failure = $2
        WHERE id = $1 AND finished_at IS NULL RETURNING removed`,
      [runId, failure],
    );
    return run === null ? null : run.removed;
  }

  /** The next day's purge tries again. Deleted data stays deleted. */
  async giveUp(runId: number): Promise<void> {
    await this.finish(this.database, { runId, failure: 'The purge has failed several times.' });
  }

  /** Repeats the latest finished purge as a new run for the same day; the old run's failed job would block it. */
  async repeatLatest(manager: SqlReader): Promise<void> {
    const days = await queryTexts(
      manager,
      `DELETE FROM ${this.schema}.purge_runs
        WHERE finished_at IS NOT NULL AND day = (SELECT max(day) FROM ${this.schema}.purge_runs) RETURNING day::text`,
    );
    for (const day of days) await manager.query(`INSERT INTO ${this.schema}.purge_runs (day) VALUES ($1)`, [day]);
  }

  async last(): Promise<LastPurge | null> {
    const run = await LAST_RUN.first(
      this.database,
      `SELECT day::text, started_at, finished_at, failure, removed FROM ${this.schema}.purge_runs ORDER BY day DESC LIMIT 1`,
    );
    if (run === null) return null;
    return { ...run, removed: Object.entries(run.removed).map(([what, count]) => ({ what, count })) };
  }
}

export const providePurgeRuns = (schema: PurgingSchema) => ({
  provide: PurgeRuns,
  useFactory: (database: DataSource) => new PurgeRuns(database, schema),
  inject: [DataSource],
});
