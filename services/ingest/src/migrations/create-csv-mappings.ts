import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the columns of CSV files mean. `csv_mappings` is remembered per header and may be replaced; `import_csv_mappings` is
 * what one import was read by and stays, as evidence. Until somebody has said it, its mapping is null and the import waits.
 * Delimiter, rows above the table and columns behind it belong to the file, not to its header: `own_layout`.
 */
export class CreateCsvMappings1763900000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger.imports DROP CONSTRAINT imports_state_check;
      ALTER TABLE ledger.imports ADD CONSTRAINT imports_state_check
        CHECK (state IN ('needs_mapping', 'received', 'importing', 'stored', 'failed'));

      CREATE TABLE ledger.csv_mappings (
        fingerprint   text PRIMARY KEY CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
        mapping       jsonb NOT NULL,
        saved_by      integer,
        saved_by_name text NOT NULL,
        saved_at      timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE ledger.import_csv_mappings (
        import_id     bigint PRIMARY KEY REFERENCES ledger.imports ON DELETE CASCADE,
        fingerprint   text CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
        own_layout    jsonb NOT NULL,
        mapping       jsonb,
        given_by      integer,
        given_by_name text,
        given_at      timestamptz
      );
      CREATE INDEX import_csv_mappings_waiting ON ledger.import_csv_mappings (fingerprint) WHERE mapping IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE ledger.import_csv_mappings; DROP TABLE ledger.csv_mappings;
      DELETE FROM ledger.imports WHERE state = 'needs_mapping';
      ALTER TABLE ledger.imports DROP CONSTRAINT imports_state_check;
      ALTER TABLE ledger.imports ADD CONSTRAINT imports_state_check
        CHECK (state IN ('received', 'importing', 'stored', 'failed'));
    `);
  }
}
