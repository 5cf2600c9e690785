import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What an import says for itself. `duplicate_rows` has no foreign keys: a file that comes again has a million of them,
 * written in one go beside the entries they point at, and checking each reference costs more than writing the row.
 * `kept_from` marks an import of one entry: a duplicate of that import which somebody kept. Sums are as wide as the
 * widest control record, which has twenty digits.
 */
export class CreateReceipts1763800000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger.imports
        ADD COLUMN file_kind         text CHECK (file_kind IN ('json', 'nacha', 'csv')),
        ADD COLUMN kept_count        integer NOT NULL DEFAULT 0,
        ADD COLUMN zero_dollar_count integer NOT NULL DEFAULT 0,
        ADD COLUMN prenote_count     integer NOT NULL DEFAULT 0,
        ADD COLUMN return_count      integer NOT NULL DEFAULT 0,
        ADD COLUMN notice_count      integer NOT NULL DEFAULT 0,
        ADD COLUMN credit_total      numeric(22,2) NOT NULL DEFAULT 0,
        ADD COLUMN debit_total       numeric(22,2) NOT NULL DEFAULT 0,
        ADD COLUMN warning_count     integer NOT NULL DEFAULT 0,
        ADD COLUMN totals_count      integer NOT NULL DEFAULT 0,
        ADD COLUMN unbalanced_count  integer NOT NULL DEFAULT 0,
        ADD COLUMN kept_from         bigint REFERENCES ledger.imports ON DELETE CASCADE;
      CREATE INDEX imports_kept_from ON ledger.imports (kept_from) WHERE kept_from IS NOT NULL;
      UPDATE ledger.imports i SET
        zero_dollar_count = t.zero_dollar, prenote_count = t.prenotes, return_count = t.returns,
        notice_count = t.notices, credit_total = t.credits, debit_total = t.debits
      FROM (
        SELECT import_id,
          count(*) FILTER (WHERE entry_kind = 'zero_dollar') AS zero_dollar,
          count(*) FILTER (WHERE entry_kind = 'prenote') AS prenotes,
          count(*) FILTER (WHERE entry_kind = 'return') AS returns,
          count(*) FILTER (WHERE entry_kind = 'notification_of_change') AS notices,
          coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit'), 0) AS credits,
          coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit'), 0) AS debits
        FROM ledger.transactions GROUP BY import_id) t
      WHERE t.import_id = i.id;

      -- The row as the file has it, with its first problem.
      ALTER TABLE ledger.rejected_rows ADD COLUMN source text;

      CREATE TABLE ledger.import_totals (
        import_id                   bigint NOT NULL REFERENCES ledger.imports ON DELETE CASCADE,
        position                    integer NOT NULL,
        level                       text NOT NULL CHECK (level IN ('file', 'batch')),
        label                       text NOT NULL,
        header_line                 integer,
        control_line                integer,
        declared_entries_and_addenda integer,
        declared_entry_hash         bigint,
        declared_debits             numeric(22,2),
        declared_credits            numeric(22,2),
        counted_entries_and_addenda integer NOT NULL,
        counted_entry_hash          bigint NOT NULL,
        counted_debits              numeric(22,2) NOT NULL,
        counted_credits             numeric(22,2) NOT NULL,
        balanced                    boolean,
        differences                 text[] NOT NULL,
        PRIMARY KEY (import_id, position)
      );

      CREATE TABLE ledger.import_warnings (
        import_id    bigint NOT NULL REFERENCES ledger.imports ON DELETE CASCADE,
        position     integer NOT NULL,
        line         integer NOT NULL,
        columns_from integer,
        columns_to   integer,
        field        text NOT NULL,
        value        text NOT NULL,
        rule         text NOT NULL,
        sentence     text NOT NULL,
        PRIMARY KEY (import_id, position)
      );

      CREATE TABLE ledger.duplicate_rows (
        import_id  bigint NOT NULL,
        row_number integer NOT NULL,
        line       integer NOT NULL,
        twin_id    bigint NOT NULL,
        kept_as    bigint,
        PRIMARY KEY (import_id, row_number)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE ledger.duplicate_rows; DROP TABLE ledger.import_warnings; DROP TABLE ledger.import_totals;
      ALTER TABLE ledger.rejected_rows DROP COLUMN source;
      ALTER TABLE ledger.imports
        DROP COLUMN file_kind, DROP COLUMN kept_count, DROP COLUMN zero_dollar_count, DROP COLUMN prenote_count,
        DROP COLUMN return_count, DROP COLUMN notice_count, DROP COLUMN credit_total, DROP COLUMN debit_total,
        DROP COLUMN warning_count, DROP COLUMN totals_count, DROP COLUMN unbalanced_count, DROP COLUMN kept_from;
    `);
  }
}
