import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which run of its job writes a report, for of two only the later one may; and up to which day the ledger went. */
export class AddReportAttempts1764800000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE reports.ai_reports ADD COLUMN attempt uuid, ADD COLUMN as_of date;
      CREATE INDEX ai_reports_expiry ON reports.ai_reports (coalesce(generated_at, requested_at));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX reports.ai_reports_expiry;
      ALTER TABLE reports.ai_reports DROP COLUMN attempt, DROP COLUMN as_of;
    `);
  }
}
