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
