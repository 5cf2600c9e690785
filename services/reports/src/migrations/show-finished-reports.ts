import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What may be told of reports that are written or failed: their title and for whom, nothing of what they say. */
export class ShowFinishedReports1764900000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW reports.finished_reports AS
        SELECT id, title, state, requested_by, coalesce(generated_at, progress_at, requested_at) AS finished_at
          FROM reports.ai_reports WHERE state IN ('completed', 'failed');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW reports.finished_reports;');
  }
}
