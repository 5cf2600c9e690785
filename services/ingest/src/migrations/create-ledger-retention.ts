import { createPurgeRuns, dropPurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Legal holds, and how entries leave the ledger at the end of their time. What a purge takes is told to analytics as sums
 * (`purge_changes`), like what an undo takes: the entries themselves are gone when analytics reads it.
 *
 * `purged_count` of an import are the rows of its file, entries and duplicates, that have left. `purged_files` remembers by
 * digest alone files whose entries have, and outlives their imports. `leaving_files` are bytes that nothing refers to any
 * more and that lie on disk still.
 */
export class CreateRetention1765200000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ledger.transactions_day; DROP INDEX ledger.parse_jobs_file; DROP INDEX ledger.imports_digest;
      ALTER TABLE ledger.imports DROP COLUMN purged_count;
      DROP TABLE ledger.leaving_files; DROP TABLE ledger.purged_files; DROP TABLE ledger.purge_changes; DROP TABLE ledger.purges;
      ${dropPurgeRuns('ledger')}
      DROP TABLE ledger.legal_holds;
    `);
  }
}
