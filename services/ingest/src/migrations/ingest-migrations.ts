import { createAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import { type MigrationStep, sqlMigration } from '@clearwatch/service-kit/database/sql-migration';
import { createPurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { CREATE_LEDGER } from './create-ledger.ts';
import { recomputeIdentities } from './recompute-identities.ts';

/** In execution order, under the names that the database has recorded. Each is applied once and never edited. */
const MIGRATIONS: Record<string, MigrationStep> = {
  CreateLedger1763600000003: CREATE_LEDGER,

  CreateLedgerAuditOutbox1763700000003: createAuditOutbox('ledger'),

  /**
   * Import receipts. `duplicate_rows` has no foreign keys: a repeated file has a million such rows, and checking each
   * reference costs more than writing the row. `kept_from` marks an import of one entry: a duplicate kept from that
   * import. Sums are as wide as the widest control record, which has twenty digits.
   */
  CreateReceipts1763800000003: `
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

  /**
   * Mappings of CSV columns. `csv_mappings` has one mapping per header, which may be replaced; `import_csv_mappings`
   * has the one that an import was read with, as evidence. While its mapping is null, the import waits. `own_layout` is
   * what belongs to the file, not to its header: delimiter, rows above the table and number of columns.
   */
  CreateCsvMappings1763900000003: `
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

  /**
   * Undo of imports. Analytics gets the changes as sums per account, company and day (`undo_changes`), because the
   * entries are deleted by then. An undo can make a skipped row the only one left of its entry: `own_metadata` has the
   * row's metadata if it differs from its twin's (JSON null for none, SQL NULL for the twin's). `named_on` and
   * `named_by` are the day and the import of the entry that names a member (ledger/ledger-members.ts).
   */
  CreateImportUndo1764000000003: `
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

  /**
   * Returns, dishonored and contested returns, notifications of change and refused ones, each with its original entry
   * if the ledger has it (Nacha Operating Rules, addenda types 98 and 99: original entry trace number). The original is
   * looked for again whenever entries on the account are added or removed. Tables and JSON state at most the reason, so
   * their returns find no original. No foreign keys: see `duplicate_rows`.
   */
  CreateEntryReturns1764100000003: `
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

  /**
   * Only vacuuming summarizes pages for the block range index on imports; other pages are read by every query for an
   * import's rows. By default PostgreSQL vacuums after a fifth of the ledger is new and analyzes after a tenth. A
   * fiftieth is about a day's files.
   */
  KeepLedgerFiguresFresh1764300000003: `
      ALTER TABLE ledger.transactions
        SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,

  /**
   * Documents (spec "parse_jobs") and the rows read from them. An import puts rows into the ledger; its undo frees
   * them.
   */
  CreateParseJobs1764900000003: `
      CREATE TABLE ledger.parse_jobs (
        id                  integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        job_id              uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
        llama_parse_job_id  text,
        file_name           text NOT NULL CHECK (file_name ~ '^[0-9a-f]{64}$'),
        original_file_name  text NOT NULL,
        file_size           integer NOT NULL,
        mime_type           text NOT NULL,
        status              text NOT NULL DEFAULT 'pending'
          CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
        extractor           text NOT NULL CHECK (extractor IN ('local', 'llama_cloud')),
        extraction_agent_id text,
        result_data         jsonb,
        error_message       text,
        pages               integer,
        pages_done          integer NOT NULL DEFAULT 0,
        attempt             uuid,
        uploaded_by         integer,
        uploaded_by_name    text NOT NULL,
        created_at          timestamptz NOT NULL DEFAULT now(),
        progress_at         timestamptz,
        completed_at        timestamptz
      );
      CREATE INDEX parse_jobs_newest ON ledger.parse_jobs (created_at DESC);
      CREATE INDEX parse_jobs_open ON ledger.parse_jobs (id) WHERE status IN ('pending', 'processing');

      CREATE TABLE ledger.parsed_rows (
        parse_job_id integer NOT NULL REFERENCES ledger.parse_jobs ON DELETE CASCADE,
        row_number   integer NOT NULL,
        table_number integer NOT NULL,
        page         integer NOT NULL,
        state        text NOT NULL CHECK (state IN ('ready', 'held', 'accepted', 'discarded')),
        cells        jsonb NOT NULL,
        box          jsonb,
        doubts       jsonb NOT NULL DEFAULT '[]',
        decided_by   integer,
        decided_by_name text,
        decided_at   timestamptz,
        import_id    bigint REFERENCES ledger.imports ON DELETE SET NULL,
        PRIMARY KEY (parse_job_id, row_number)
      );
      CREATE INDEX parsed_rows_import ON ledger.parsed_rows (import_id) WHERE import_id IS NOT NULL;
    `,

  /** For accepted rows without an import: they are looked for every few seconds, and there are usually none. */
  IndexAcceptedRows1765000000003: `
      CREATE INDEX parsed_rows_accepted ON ledger.parsed_rows (parse_job_id)
        WHERE state = 'accepted' AND import_id IS NULL;
    `,

  /**
   * Legal holds and the purge of expired entries. Analytics gets the changes as sums (`purge_changes`), like those from
   * an undo. An import's `purged_count` counts its removed entries and duplicates. `purged_files` has the digests of
   * files with removed entries and outlives their imports. `leaving_files` are deleted because nothing refers to them.
   */
  CreateRetention1765200000003: `
      CREATE TABLE ledger.legal_holds (
        id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- NULL: everything.
        account_number   text,
        reason           text NOT NULL,
        reference        text,
        placed_by        integer NOT NULL,
        placed_by_name   text NOT NULL,
        placed_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
        released_by      integer,
        released_by_name text,
        released_at      timestamptz,
        release_reason   text,
        CHECK ((released_at IS NULL) = (released_by_name IS NULL) AND (released_at IS NULL) = (release_reason IS NULL))
      );
      CREATE INDEX legal_holds_standing ON ledger.legal_holds (account_number) WHERE released_at IS NULL;

      ${createPurgeRuns('ledger')}
      CREATE TABLE ledger.purges (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        older_than date NOT NULL,
        entries    integer NOT NULL,
        purged_at  timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE TABLE ledger.purge_changes (
        purge_id       bigint NOT NULL REFERENCES ledger.purges ON DELETE CASCADE,
        account_number text NOT NULL,
        company        text NOT NULL,
        day            date NOT NULL,
        credits        numeric(18,2) NOT NULL,
        debits         numeric(18,2) NOT NULL,
        credit_count   integer NOT NULL,
        debit_count    integer NOT NULL,
        entries        integer NOT NULL,
        PRIMARY KEY (purge_id, account_number, company, day)
      );
      CREATE TABLE ledger.purged_files (digest text PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'));
      CREATE TABLE ledger.leaving_files (digest text PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'));

      ALTER TABLE ledger.imports ADD COLUMN purged_count integer NOT NULL DEFAULT 0;
      CREATE INDEX imports_digest ON ledger.imports (digest);
      CREATE INDEX parse_jobs_file ON ledger.parse_jobs (file_name);
      -- Old entries lie together, because files come in the order of days: a block range index finds them at almost no cost.
      CREATE INDEX transactions_day ON ledger.transactions
        USING brin (event_date) WITH (pages_per_range = 16, autosummarize = on);
    `,

  RecomputeIdentities1765500000003: recomputeIdentities,

  /**
   * What became of the money in a NACHA file, by batch and file; null for earlier imports. Accounting advices are
   * counted apart from zero-dollar entries, and records without an entry apart from entries.
   */
  AccountForMoneyRead1765600000003: `
      ALTER TABLE ledger.import_totals ADD COLUMN parts jsonb;
      ALTER TABLE ledger.imports
        ADD COLUMN parts        jsonb,
        ADD COLUMN advice_count integer NOT NULL DEFAULT 0,
        ADD COLUMN orphan_count integer NOT NULL DEFAULT 0;
      UPDATE ledger.imports i SET zero_dollar_count = zero_dollar_count - a.advices, advice_count = a.advices
        FROM (SELECT import_id, count(*) AS advices FROM ledger.transactions
               WHERE entry_kind = 'zero_dollar' AND metadata ->> 'kind' = 'advice' GROUP BY 1) a
       WHERE a.import_id = i.id;
      UPDATE ledger.imports i SET orphan_count = r.orphans
        FROM (SELECT import_id, count(*) AS orphans FROM ledger.rejected_rows
               WHERE problem = 1 AND source !~ '^6' GROUP BY 1) r
       WHERE r.import_id = i.id AND i.file_kind = 'nacha'`,

  /**
   * Layouts of documents whose columns a person described. `found_columns` has what the reader
   * found, with the questions for which a document in the state `needs_columns` waits.
   */
  CreateDocumentLayouts1765700000003: `
      CREATE TABLE ledger.document_layouts (
        id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        fingerprint   text NOT NULL UNIQUE,
        name          text NOT NULL,
        layout        jsonb NOT NULL,
        version       integer NOT NULL DEFAULT 1,
        saved_by      integer,
        saved_by_name text NOT NULL,
        saved_at      timestamptz NOT NULL DEFAULT now(),
        last_used_at  timestamptz,
        times_used    integer NOT NULL DEFAULT 0
      );
      ALTER TABLE ledger.parse_jobs DROP CONSTRAINT parse_jobs_status_check;
      ALTER TABLE ledger.parse_jobs
        ADD COLUMN found_columns jsonb,
        ADD CONSTRAINT parse_jobs_status_check
          CHECK (status IN ('pending', 'processing', 'needs_columns', 'completed', 'failed'));
      CREATE INDEX parse_jobs_waiting ON ledger.parse_jobs ((found_columns #>> '{layout,fingerprint}'))
        WHERE status = 'needs_columns';
    `,
};

export const migrations = Object.entries(MIGRATIONS).map(([name, up]) => sqlMigration(name, up));
