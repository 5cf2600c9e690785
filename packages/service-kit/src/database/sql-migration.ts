import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL, or a function when SQL alone is not enough. */
export type MigrationStep = string | ((runner: QueryRunner) => Promise<unknown>);

/** @param name as recorded in the database; TypeORM orders migrations by the timestamp at its end */
export function sqlMigration(name: string, up: MigrationStep): new () => MigrationInterface {
  return class implements MigrationInterface {
    static readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      await (typeof up === 'string' ? runner.query(up) : up(runner));
    }

    async down(): Promise<void> {
      throw new Error('Migrations cannot be undone. Restore the backup made before the update.');
    }
  };
}
