import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddInstitutionContact1765410000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.institution_profiles
        ADD COLUMN contact_name text,
        ADD COLUMN display_time_zone text CHECK (
          display_time_zone IN ('America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.institution_profiles DROP COLUMN contact_name, DROP COLUMN display_time_zone;
    `);
  }
}
