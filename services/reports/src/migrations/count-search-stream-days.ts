import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many entries of each stream a day has: a company or a type within a month is what reports ask for most, and its number
 * is then a sum of few rows.
 */
export class CountStreamDays1764700000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reports.search_stream_days (
        stream_id integer NOT NULL,
        day       date NOT NULL,
        rows      bigint NOT NULL,
        PRIMARY KEY (stream_id, day)
      );
      INSERT INTO reports.search_stream_days
      SELECT stream_id, day, count(*) FROM reports.search_entries GROUP BY 1, 2;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reports.search_stream_days');
  }
}
