import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL, or a function for what SQL alone cannot do. */
export type MigrationStep = string | ((runner: QueryRunner) => Promise<unknown>);

/** @param name as the database has recorded it; ends in the milliseconds that order migrations */
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
