import type { MigrationInterface, QueryRunner } from 'typeorm';

/** AI reports (spec "ai_reports"). */
export class CreateReports1763600000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reports.ai_reports (
        id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        report_type      text NOT NULL,
        title            text NOT NULL,
        content          text NOT NULL,
        prompt           text,
        date_range_start date,
        date_range_end   date,
        generated_at     timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reports.ai_reports;');
  }
}
