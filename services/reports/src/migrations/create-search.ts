import { sqlMigration } from '@clearwatch/service-kit/database/sql-migration';

/** Distinct texts, as searching compares them; each has a column `<name>_id` in the entries. */
const CONTAINED = ['first_names', 'last_names', 'descriptions', 'addenda'];

const dictionary = (name: string) => `
  CREATE TABLE reports.search_${name} (
    id     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest uuid NOT NULL UNIQUE,
    text   text NOT NULL,
    rows   bigint NOT NULL
  );`;

/**
 * What transaction reports search by (docs/adr/0030): the ledger's entries once more, as narrow rows of numbers; the texts
 * that they hold are kept once each, with how many entries hold them. Texts are folded: without case and accents. What an
 * entry says never changes, so a row is written once and leaves with its import.
 *
 * `search_imports` says which imports the rows are of, and what the ledger said of each when they were written: an import of
 * which the ledger says something else by now is not searched here.
 *
 * An undated entry has the day -infinity: it comes last. Texts of any length are told apart by digest, which protects nothing.
 */
export const CreateSearch = sqlMigration('CreateSearch1764700000005', {
  up: `
      CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
      -- Most texts are ASCII, which is as many bytes as characters: nothing to take apart there.
      CREATE FUNCTION reports.folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN CASE WHEN octet_length(value) = char_length(value) THEN lower(value)
        ELSE lower(regexp_replace(normalize(value, NFKD), '[\\u0300-\\u036f]', '', 'g')) END;
      -- The pattern of texts that hold this one, whose own signs are no pattern.
      CREATE FUNCTION reports.containing(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN '%' || regexp_replace(reports.folded(value), '([\\\\%_])', '\\\\\\1', 'g') || '%';
      CREATE FUNCTION reports.search_key(value text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN ('x' || left(md5(value), 16))::bit(64)::bigint;

      CREATE TABLE reports.search_imports (
        import_id     bigint PRIMARY KEY,
        entries       integer NOT NULL,
        credits       numeric(22,2) NOT NULL,
        debits        numeric(22,2) NOT NULL,
        searchable_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE reports.search_days (
        day  date PRIMARY KEY,
        rows bigint NOT NULL
      );
      -- Who sends what kind of entry: columns that say much about each other. Amounts and days are within the bounds,
      -- which do not get narrower when an import leaves.
      CREATE TABLE reports.search_streams (
        id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        company          text NOT NULL,
        transaction_type text NOT NULL,
        class            text NOT NULL,
        transaction_code text NOT NULL,
        rows             bigint NOT NULL,
        least            numeric(12,2) NOT NULL,
        most             numeric(12,2) NOT NULL,
        first_day        date NOT NULL,
        last_day         date NOT NULL,
        UNIQUE (company, transaction_type, class, transaction_code)
      );
      ${[...CONTAINED, 'batches'].map(dictionary).join('')}

      CREATE TABLE reports.search_entries (
        id             bigint NOT NULL,
        import_id      bigint NOT NULL,
        trace_key      bigint,
        day            date NOT NULL,
        stream_id      integer NOT NULL,
        first_name_id  integer NOT NULL,
        last_name_id   integer NOT NULL,
        description_id integer,
        addenda_id     integer,
        batch_id       integer,
        amount         numeric(12,2) NOT NULL
      ) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
      CREATE INDEX search_entries_newest ON reports.search_entries (day, id);
      CREATE INDEX search_entries_stream ON reports.search_entries (stream_id);
      CREATE INDEX search_entries_first_name ON reports.search_entries (first_name_id);
      CREATE INDEX search_entries_last_name ON reports.search_entries (last_name_id);
      CREATE INDEX search_entries_description ON reports.search_entries (description_id) WHERE description_id IS NOT NULL;
      CREATE INDEX search_entries_addenda ON reports.search_entries (addenda_id) WHERE addenda_id IS NOT NULL;
      CREATE INDEX search_entries_batch ON reports.search_entries (batch_id) WHERE batch_id IS NOT NULL;
      CREATE INDEX search_entries_trace ON reports.search_entries (trace_key) WHERE trace_key IS NOT NULL;
      CREATE INDEX search_entries_amount ON reports.search_entries (amount);
      CREATE INDEX search_entries_import ON reports.search_entries
        USING brin (import_id) WITH (pages_per_range = 16, autosummarize = on);

      CREATE INDEX search_streams_company ON reports.search_streams USING gin (company public.gin_trgm_ops);
      ${CONTAINED.map((name) => `CREATE INDEX search_${name}_text ON reports.search_${name} USING gin (text public.gin_trgm_ops);`).join('\n      ')}

      CREATE TABLE reports.saved_filters (
        id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        owner_id   integer NOT NULL,
        owner_name text NOT NULL,
        name       text NOT NULL,
        visibility text NOT NULL CHECK (visibility IN ('own', 'shared')),
        filters    jsonb NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX saved_filters_name ON reports.saved_filters (owner_id, lower(name));
      CREATE INDEX saved_filters_shared ON reports.saved_filters (id) WHERE visibility = 'shared';
    `,
  down: `
      DROP TABLE reports.saved_filters;
      DROP TABLE reports.search_entries; DROP TABLE reports.search_streams; DROP TABLE reports.search_days;
      DROP TABLE reports.search_imports;
      ${[...CONTAINED, 'batches'].map((name) => `DROP TABLE reports.search_${name};`).join(' ')}
      DROP FUNCTION reports.search_key; DROP FUNCTION reports.containing; DROP FUNCTION reports.folded;
    `,
});
