import { createAuditOutbox, dropAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import { sqlMigration } from '@clearwatch/service-kit/database/sql-migration';
import { createPurgeRuns, dropPurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import type { MigrationInterface } from 'typeorm';
import { CreateLedger } from './create-ledger.ts';
import {
  CreateCsvMappings,
  CreateEntryReturns,
  CreateImportUndo,
  CreateReceipts,
} from './import-migrations.ts';
import { RecomputeIdentities1765500000003 } from './recompute-identities.ts';

const CreateLedgerAuditOutbox = sqlMigration('CreateLedgerAuditOutbox1763700000003', {
  up: createAuditOutbox('ledger'),
  down: dropAuditOutbox('ledger'),
});

/**
 * Only vacuuming summarizes pages for the block range index on imports; other pages are read by every query for an import's rows. By
 * default PostgreSQL vacuums after a fifth of the ledger is new and analyzes after a tenth. A fiftieth is a day's files.
 */
const KeepLedgerFiguresFresh = sqlMigration('KeepLedgerFiguresFresh1764300000003', {
  up: `
      ALTER TABLE ledger.transactions
        SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
  down: `
      ALTER TABLE ledger.transactions
        RESET (autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor)`,
});

/** Documents (spec "parse_jobs") and the rows read in them. Rows get into the ledger by an import; its undo frees them again. */
const CreateParseJobs = sqlMigration('CreateParseJobs1764900000003', {
  up: `
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
  down: 'DROP TABLE ledger.parsed_rows; DROP TABLE ledger.parse_jobs;',
});

/** For accepted rows without an import: they are searched every few seconds, and there are usually none. */
const IndexAcceptedRows = sqlMigration('IndexAcceptedRows1765000000003', {
  up: `
      CREATE INDEX parsed_rows_accepted ON ledger.parsed_rows (parse_job_id)
        WHERE state = 'accepted' AND import_id IS NULL;
    `,
  down: 'DROP INDEX ledger.parsed_rows_accepted',
});

/**
 * Legal holds and the purge of expired entries. Analytics gets its changes as sums (`purge_changes`), like those of an undo.
 * `purged_count` of an import counts its removed entries and duplicates. `purged_files` has the digests of files with removed entries and
 * outlives their imports. `leaving_files` are files to be deleted because nothing refers to them.
 */
const CreateRetention = sqlMigration('CreateRetention1765200000003', {
  up: `
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
  down: `
      DROP INDEX ledger.transactions_day; DROP INDEX ledger.parse_jobs_file; DROP INDEX ledger.imports_digest;
      ALTER TABLE ledger.imports DROP COLUMN purged_count;
      DROP TABLE ledger.leaving_files; DROP TABLE ledger.purged_files; DROP TABLE ledger.purge_changes; DROP TABLE ledger.purges;
      ${dropPurgeRuns('ledger')}
      DROP TABLE ledger.legal_holds;
    `,
});

/**
 * What became of the money of a NACHA file, by batch and file; null for earlier imports. Accounting advices are counted apart from
 * zero-dollar entries, and records without an entry apart from entries.
 */
const AccountForMoneyRead = sqlMigration('AccountForMoneyRead1765600000003', {
  up: `
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
  down: `
      UPDATE ledger.imports SET zero_dollar_count = zero_dollar_count + advice_count;
      ALTER TABLE ledger.imports DROP COLUMN parts, DROP COLUMN advice_count, DROP COLUMN orphan_count;
      ALTER TABLE ledger.import_totals DROP COLUMN parts`,
});

/** In the order they run; each is applied once and never edited afterwards. */
export const migrations: (new () => MigrationInterface)[] = [
  CreateLedger,
  CreateLedgerAuditOutbox,
  CreateReceipts,
  CreateCsvMappings,
  CreateImportUndo,
  CreateEntryReturns,
  KeepLedgerFiguresFresh,
  CreateParseJobs,
  IndexAcceptedRows,
  CreateRetention,
  RecomputeIdentities1765500000003,
  AccountForMoneyRead,
];
