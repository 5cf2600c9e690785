import { sqlMigration } from '@clearwatch/service-kit/database/sql-migration';

/**
 * Receipts of imports. `duplicate_rows` has no foreign keys: a repeated file has a million of them, and checking each reference costs more
 * than writing the row. `kept_from` marks an import of one entry: a kept duplicate of that import. Sums are as wide as the widest
 * control record, which has twenty digits.
 */
export const CreateReceipts = sqlMigration('CreateReceipts1763800000003', {
  up: `
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
    `,
  down: `
      DROP TABLE ledger.duplicate_rows; DROP TABLE ledger.import_warnings; DROP TABLE ledger.import_totals;
      ALTER TABLE ledger.rejected_rows DROP COLUMN source;
      ALTER TABLE ledger.imports
        DROP COLUMN file_kind, DROP COLUMN kept_count, DROP COLUMN zero_dollar_count, DROP COLUMN prenote_count,
        DROP COLUMN return_count, DROP COLUMN notice_count, DROP COLUMN credit_total, DROP COLUMN debit_total,
        DROP COLUMN warning_count, DROP COLUMN totals_count, DROP COLUMN unbalanced_count, DROP COLUMN kept_from;
    `,
});

/**
 * Mappings of CSV columns. `csv_mappings` is remembered per header and may be replaced; `import_csv_mappings` is what one import was read
 * by and stays as evidence. While its mapping is null the import waits. Delimiter, rows above the table and columns behind it belong to
 * the file, not to its header: `own_layout`.
 */
export const CreateCsvMappings = sqlMigration('CreateCsvMappings1763900000003', {
  up: `
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
    `,
  down: `
      DROP TABLE ledger.import_csv_mappings; DROP TABLE ledger.csv_mappings;
      DELETE FROM ledger.imports WHERE state = 'needs_mapping';
      ALTER TABLE ledger.imports DROP CONSTRAINT imports_state_check;
      ALTER TABLE ledger.imports ADD CONSTRAINT imports_state_check
        CHECK (state IN ('received', 'importing', 'stored', 'failed'));
    `,
});

/**
 * Undo of imports. Analytics gets the changes as sums per account, company and day (`undo_changes`), because the entries are deleted by
 * then. An undo can make a skipped row the only one of its entry: `own_metadata` has its metadata where they differ from those of its twin
 * (JSON null for none, SQL NULL for those of the twin). `named_on` and `named_by` are the day and the import of the entry that names a
 * member (ledger/ledger-members.ts).
 */
export const CreateImportUndo = sqlMigration('CreateImportUndo1764000000003', {
  up: `
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
    `,
  down: `
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
    `,
});

/**
 * Returns, dishonored and contested ones, notifications of change and refused ones, each with its original entry when the ledger holds
 * that (Nacha Operating Rules, addenda types 98 and 99: original entry trace number). The original is searched again whenever entries of
 * the account are added or removed. Tables and JSON name at most the reason, so their returns find no original. No foreign keys: see
 * `duplicate_rows`.
 */
export const CreateEntryReturns = sqlMigration('CreateEntryReturns1764100000003', {
  up: `
      CREATE TABLE ledger.entry_returns (
        return_id      bigint PRIMARY KEY,
        account_number text NOT NULL,
        kind           text NOT NULL CHECK (kind IN
          ('return', 'dishonored_return', 'contested_return', 'notification_of_change', 'refused_notification')),
        reason_code    text NOT NULL,
        original_trace text NOT NULL,
        original_id    bigint
      );
      CREATE INDEX entry_returns_account ON ledger.entry_returns (account_number);
      CREATE INDEX entry_returns_original ON ledger.entry_returns (original_id) WHERE original_id IS NOT NULL;
    `,
  down: 'DROP TABLE ledger.entry_returns',
});
