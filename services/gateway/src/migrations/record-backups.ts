import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When backups were made, written by the program that makes them. `backups_awaited` says since when one is missed: an
 * installation that has just been made, or restored, has none and has neglected nothing.
 */
export class RecordBackups1763900000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sessions.backups (
        as_of timestamptz PRIMARY KEY,
        bytes bigint NOT NULL,
        key_id text NOT NULL,
        missing integer NOT NULL
      );
      CREATE TABLE sessions.backups_awaited (since timestamptz NOT NULL DEFAULT now());
      INSERT INTO sessions.backups_awaited DEFAULT VALUES;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sessions.backups, sessions.backups_awaited');
  }
}
