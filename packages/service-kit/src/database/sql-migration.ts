import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL, or what composes it from the present state of the database. */
type Sql = string | ((runner: QueryRunner) => Promise<string>);

/** @param name as the database has recorded it; ends in the milliseconds that order migrations */
export function sqlMigration(
  name: string,
  { up, down }: { up: Sql; down: Sql },
): new () => MigrationInterface {
  const run = async (runner: QueryRunner, sql: Sql): Promise<void> => {
    await runner.query(typeof sql === 'string' ? sql : await sql(runner));
  };
  return class implements MigrationInterface {
    static readonly name = name;
    readonly up = (runner: QueryRunner) => run(runner, up);
    readonly down = (runner: QueryRunner) => run(runner, down);
  };
}
