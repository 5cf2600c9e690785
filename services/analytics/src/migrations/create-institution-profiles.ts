import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateInstitutionProfiles1764800000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE analytics.institution_profiles (
        version        integer PRIMARY KEY CHECK (version > 0),
        name           text NOT NULL CHECK (name <> ''),
        routing_number text CHECK (routing_number ~ '^[0-9]{9}$'),
        charter_number text,
        address_lines  text[] NOT NULL,
        contact_phone  text,
        contact_email  text,
        saved_by       integer NOT NULL,
        saved_by_name  text NOT NULL,
        saved_at       timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE analytics.institution_profiles;');
  }
}
