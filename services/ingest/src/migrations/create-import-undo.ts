import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Taking an import back. What goes is told to analytics as sums per account, company and day (`undo_changes`), not as
 * entries: those are gone when analytics reads it. `undoing` and `undone` are the states of an import whose undo was asked
 * for and whose entries have left the ledger.
 *
 * A row that was skipped may one day be the only one of its entry: where the file said something else beside the fields
 * that make the identity, `own_metadata` keeps it (JSON null for nothing at all, SQL NULL for what the twin has).
 *
 * How a member is called is a function of the ledger (members/member-naming.sql.ts): the newest named entry says it, of
 * equally new ones that of the latest import, of these the last line. `named_on` and `named_by` are the day and the import that said it last.
 */
export class CreateImportUndo1764000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger.imports DROP CONSTRAINT imports_state_check;
      ALTER TABLE ledger.imports ADD CONSTRAINT imports_state_check
        CHECK (state IN ('needs_mapping', 'received', 'importing', 'stored', 'failed', 'undoing', 'undone'));
      ALTER TABLE ledger.imports
        ADD COLUMN undone_by      integer,
        ADD COLUMN undone_by_name text,
        ADD COLUMN undone_at      timestamptz;
      DROP INDEX ledger.imports_open;
      CREATE INDEX imports_open ON ledger.imports (id)
        WHERE state IN ('received', 'importing', 'stored', 'undoing', 'undone');

      CREATE TABLE ledger.undo_changes (
        import_id      bigint NOT NULL REFERENCES ledger.imports ON DELETE CASCADE,
        account_number text NOT NULL,
        company        text NOT NULL,
        day            date NOT NULL,
        credits        numeric(18,2) NOT NULL,
        debits         numeric(18,2) NOT NULL,
        credit_count   integer NOT NULL,
        debit_count    integer NOT NULL,
        entries        integer NOT NULL,
        PRIMARY KEY (import_id, account_number, company, day)
      );

      ALTER TABLE ledger.duplicate_rows ADD COLUMN own_metadata jsonb;
      -- Twins of rows that lie together were stored together: a block range index costs next to nothing.
      CREATE INDEX duplicate_rows_twin ON ledger.duplicate_rows USING brin (twin_id) WITH (pages_per_range = 16, autosummarize = on);
      CREATE INDEX duplicate_rows_kept ON ledger.duplicate_rows (kept_as) WHERE kept_as IS NOT NULL;

      ALTER TABLE ledger.members
        ADD COLUMN named_on date NOT NULL DEFAULT '-infinity',
        ADD COLUMN named_by bigint NOT NULL DEFAULT 0;
      UPDATE ledger.members m SET named_on = newest.day, named_by = newest.import_id
      FROM (SELECT DISTINCT ON (account_number) account_number, coalesce(event_date, '-infinity') AS day, import_id
            FROM ledger.transactions ORDER BY account_number, last_name = '', day DESC, import_id DESC, line DESC,
              transaction_hash DESC) newest
      WHERE newest.account_number = m.account_number;
      UPDATE ledger.members m SET account_numbers = ARRAY[m.account_number] || other.numbers
      FROM (SELECT account_number, array_agg(DISTINCT original_account COLLATE "C") AS numbers
            FROM ledger.transactions WHERE original_account <> account_number GROUP BY 1) other
      WHERE other.account_number = m.account_number;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger.members DROP COLUMN named_on, DROP COLUMN named_by;
      DROP INDEX ledger.duplicate_rows_twin;
      DROP INDEX ledger.duplicate_rows_kept;
      ALTER TABLE ledger.duplicate_rows DROP COLUMN own_metadata;
      DROP TABLE ledger.undo_changes;
      DROP INDEX ledger.imports_open;
      CREATE INDEX imports_open ON ledger.imports (id) WHERE state IN ('received', 'importing', 'stored');
      ALTER TABLE ledger.imports DROP COLUMN undone_by, DROP COLUMN undone_by_name, DROP COLUMN undone_at;
      DELETE FROM ledger.imports WHERE state IN ('undoing', 'undone');
      ALTER TABLE ledger.imports DROP CONSTRAINT imports_state_check;
      ALTER TABLE ledger.imports ADD CONSTRAINT imports_state_check
        CHECK (state IN ('needs_mapping', 'received', 'importing', 'stored', 'failed'));
    `);
  }
}
