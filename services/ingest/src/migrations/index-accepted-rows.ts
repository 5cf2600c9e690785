import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of documents that a person has accepted and no import holds: looked for every few seconds, and there are none. */
export class IndexAcceptedRows1765000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX parsed_rows_accepted ON ledger.parsed_rows (parse_job_id)
        WHERE state = 'accepted' AND import_id IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ledger.parsed_rows_accepted');
  }
}
