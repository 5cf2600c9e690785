import { createAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import { type MigrationStep, sqlMigration } from '@clearwatch/service-kit/database/sql-migration';
import { createPurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';

/** Tables of distinct texts, folded as searches compare them. Search entries refer to the texts by ID. */
const CONTAINED = ['first_names', 'last_names', 'descriptions', 'addenda'];
const INDEX_ENTRIES_BY_ID = `
      CREATE INDEX search_entries_stream ON reports.search_entries (stream_id);
      CREATE INDEX search_entries_last_name ON reports.search_entries (last_name_id);
      CREATE INDEX search_entries_description ON reports.search_entries (description_id) WHERE description_id IS NOT NULL;
      CREATE INDEX search_entries_addenda ON reports.search_entries (addenda_id) WHERE addenda_id IS NOT NULL;`;
const INDEX_SAVED_FILTERS = `
      CREATE UNIQUE INDEX saved_filters_name ON reports.saved_filters (owner_id, lower(name));
      CREATE INDEX saved_filters_shared ON reports.saved_filters (id) WHERE visibility = 'shared';`;

/** In execution order, by the names that the database has recorded. Each is applied once and never edited afterwards. */
const MIGRATIONS: Record<string, MigrationStep> = {
  CreateReports1763600000005: `
      CREATE TABLE reports.ai_reports (
        id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        report_type      text NOT NULL,
        title            text NOT NULL,
        content          text NOT NULL,
        prompt           text,
        date_range_start date,
        date_range_end   date,
        generated_at     timestamptz NOT NULL DEFAULT now()
      );
    `,
  CreateReportsAuditOutbox1764600000005: createAuditOutbox('reports'),
  CreateReportWork1764600000006: `
      ALTER TABLE reports.ai_reports
        ALTER COLUMN generated_at DROP NOT NULL,
        ALTER COLUMN generated_at DROP DEFAULT,
        ADD COLUMN state             text NOT NULL DEFAULT 'completed'
          CHECK (state IN ('pending', 'composing', 'completed', 'failed', 'cancelled')),
        ADD COLUMN requested_by      integer,
        ADD COLUMN requested_by_name text NOT NULL DEFAULT '',
        ADD COLUMN requested_at      timestamptz NOT NULL DEFAULT now(),
        -- A worker says so every few seconds while it writes; without it another one takes over.
        ADD COLUMN progress_at       timestamptz,
        ADD COLUMN writer            text CHECK (writer IN ('built_in', 'model')),
        ADD COLUMN model             text,
        ADD COLUMN notice            text,
        ADD COLUMN prompt_tokens     integer,
        ADD COLUMN completion_tokens integer,
        ADD COLUMN cost              numeric(12,6),
        ADD COLUMN unbound_count     integer NOT NULL DEFAULT 0,
        ADD COLUMN document          jsonb,
        ADD COLUMN facts             jsonb NOT NULL DEFAULT '[]';
      ALTER TABLE reports.ai_reports ALTER COLUMN content SET DEFAULT '';
      CREATE INDEX ai_reports_newest ON reports.ai_reports (requested_at DESC, id DESC);
      CREATE INDEX ai_reports_open ON reports.ai_reports (id) WHERE state IN ('pending', 'composing');
    `,
  /**
   * Narrow copies of ledger entries (docs/adr/0030). Each distinct text is folded (no case, no accents) and
   * stored once. A row never changes and is removed with its import. `search_imports` records the totals of
   * each import when it is indexed. If the totals have changed since, the import is searched in the ledger.
   * An entry without a date has the day -infinity. MD5 only distinguishes texts; it is not used for security.
   */
  CreateSearch1764700000005: `
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
      ${[...CONTAINED, 'batches']
        .map(
          (name) => `CREATE TABLE reports.search_${name} (
          id     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          digest uuid NOT NULL UNIQUE,
          text   text NOT NULL,
          rows   bigint NOT NULL
        );`,
        )
        .join('')}

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
      ${INDEX_ENTRIES_BY_ID}
      CREATE INDEX search_entries_first_name ON reports.search_entries (first_name_id);
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
      ${INDEX_SAVED_FILTERS}
    `,
  /** Lets the entries of a company or type within a month be counted by summing a few rows. */
  CountStreamDays1764700000006: `
      CREATE TABLE reports.search_stream_days (
        stream_id integer NOT NULL,
        day       date NOT NULL,
        rows      bigint NOT NULL,
        PRIMARY KEY (stream_id, day)
      );
      INSERT INTO reports.search_stream_days
      SELECT stream_id, day, count(*) FROM reports.search_entries GROUP BY 1, 2;
    `,
  /**
   * Adding texts in bulk leaves a pending list in each GIN index, which every search would scan. Only the
   * owner of an index may clean up its pending list.
   */
  CompleteSearchTexts1764700000007: `
      CREATE FUNCTION reports.complete_search_texts() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = ''
      AS $$ ${['streams_company', ...CONTAINED.map((name) => `${name}_text`)].map((index) => `SELECT pg_catalog.gin_clean_pending_list('reports.search_${index}'::pg_catalog.regclass);`).join(' ')} $$;
    `,
  /** If two runs of a job overlap, only the later one may write the report. */
  AddReportAttempts1764800000001: `
      ALTER TABLE reports.ai_reports ADD COLUMN attempt uuid, ADD COLUMN as_of date;
      CREATE INDEX ai_reports_expiry ON reports.ai_reports (coalesce(generated_at, requested_at));
    `,
  /**
   * Saved filters become saved views for any list. A database view replaces the old table for older versions.
   */
  KeepViews1764900000001: `
      ALTER TABLE reports.saved_filters RENAME TO saved_views;
      ALTER TABLE reports.saved_views RENAME COLUMN filters TO content;
      ALTER TABLE reports.saved_views ADD COLUMN screen text NOT NULL DEFAULT 'report'
        CHECK (screen IN ('report', 'members', 'companies', 'fraud', 'audit'));
      DROP INDEX reports.saved_filters_name;
      DROP INDEX reports.saved_filters_shared;
      CREATE UNIQUE INDEX saved_views_name ON reports.saved_views (owner_id, screen, lower(name));
      CREATE INDEX saved_views_shared ON reports.saved_views (screen, id) WHERE visibility = 'shared';

      CREATE VIEW reports.saved_filters AS
      SELECT id, owner_id, owner_name, name, visibility, content AS filters, updated_at
        FROM reports.saved_views WHERE screen = 'report';

      CREATE TABLE reports.default_views (
        user_id integer NOT NULL,
        screen  text NOT NULL,
        view_id integer NOT NULL REFERENCES reports.saved_views ON DELETE CASCADE,
        PRIMARY KEY (user_id, screen)
      );
      CREATE INDEX default_views_view ON reports.default_views (view_id);
    `,
  /** For notifications: the title, state and requester, but none of the content. */
  ShowFinishedReports1764900000006: `
      CREATE VIEW reports.finished_reports AS
        SELECT id, title, state, requested_by, coalesce(generated_at, progress_at, requested_at) AS finished_at
          FROM reports.ai_reports WHERE state IN ('completed', 'failed');
    `,
  CreateReportsRetention1765200000005: createPurgeRuns('reports'),
  /**
   * Indexes that include the day find the newest entries of a company, and an index on both names finds a
   * person. Each replaces an index on its first column alone and is hardly larger.
   */
  IndexSearchByDay1765400000005: `
      CREATE INDEX search_entries_stream_day ON reports.search_entries (stream_id, day);
      CREATE INDEX search_entries_description_day ON reports.search_entries (description_id, day)
        WHERE description_id IS NOT NULL;
      CREATE INDEX search_entries_addenda_day ON reports.search_entries (addenda_id, day) WHERE addenda_id IS NOT NULL;
      CREATE INDEX search_entries_names ON reports.search_entries (last_name_id, first_name_id);
      DROP INDEX reports.search_entries_stream, reports.search_entries_description, reports.search_entries_addenda,
        reports.search_entries_last_name;
    `,
  /**
   * The ledger no longer has companies that earlier versions read from descriptions (ingest's
   * `RecomputeIdentities`). The search tables are refilled import by import; until then, searches read the
   * ledger.
   */
  SearchUnknownCompany1765500000005: `
      DO $$ BEGIN
        IF EXISTS (SELECT FROM ledger.transactions WHERE company = 'Unknown originator') THEN
          TRUNCATE reports.search_imports, reports.search_entries, reports.search_days, reports.search_streams,
            reports.search_stream_days, reports.search_first_names, reports.search_last_names,
            reports.search_descriptions, reports.search_addenda, reports.search_batches;
        END IF;
      END $$`,
};

export const reportsMigrations = Object.entries(MIGRATIONS).map(([name, up]) => sqlMigration(name, up));
