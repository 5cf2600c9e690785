import { createAuditOutbox, dropAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import { sqlMigration } from '@clearwatch/service-kit/database/sql-migration';
import { createPurgeRuns, dropPurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import type { MigrationInterface } from 'typeorm';
import { CreateSearch } from './create-search.ts';
import { IndexSearchByDay } from './index-search-by-day.ts';
import { SearchUnknownCompany1765500000005 } from './search-unknown-company.ts';

/** AI reports (spec "ai_reports"). */
const CreateReports = sqlMigration('CreateReports1763600000005', {
  up: `
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
  down: 'DROP TABLE reports.ai_reports;',
});

const CreateReportsAuditOutbox = sqlMigration('CreateReportsAuditOutbox1764600000005', {
  up: createAuditOutbox('reports'),
  down: dropAuditOutbox('reports'),
});

/** AI reports are asked for, written by a worker, and kept with every fact that they state. */
const CreateReportWork = sqlMigration('CreateReportWork1764600000006', {
  up: `
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
  down: `
      DROP INDEX reports.ai_reports_open; DROP INDEX reports.ai_reports_newest;
      DELETE FROM reports.ai_reports WHERE generated_at IS NULL;
      ALTER TABLE reports.ai_reports
        ALTER COLUMN content DROP DEFAULT,
        ALTER COLUMN generated_at SET DEFAULT now(),
        ALTER COLUMN generated_at SET NOT NULL,
        DROP COLUMN state, DROP COLUMN requested_by, DROP COLUMN requested_by_name, DROP COLUMN requested_at,
        DROP COLUMN progress_at, DROP COLUMN writer, DROP COLUMN model, DROP COLUMN notice,
        DROP COLUMN prompt_tokens, DROP COLUMN completion_tokens, DROP COLUMN cost, DROP COLUMN unbound_count,
        DROP COLUMN document, DROP COLUMN facts;
    `,
});

/**
 * How many entries of each stream a day has: a company or a type within a month is what reports ask for most, and its number
 * is then a sum of few rows.
 */
const CountStreamDays = sqlMigration('CountStreamDays1764700000006', {
  up: `
      CREATE TABLE reports.search_stream_days (
        stream_id integer NOT NULL,
        day       date NOT NULL,
        rows      bigint NOT NULL,
        PRIMARY KEY (stream_id, day)
      );
      INSERT INTO reports.search_stream_days
      SELECT stream_id, day, count(*) FROM reports.search_entries GROUP BY 1, 2;
    `,
  down: 'DROP TABLE reports.search_stream_days',
});

const INDEXES = [
  'streams_company',
  'first_names_text',
  'last_names_text',
  'descriptions_text',
  'addenda_text',
];

/**
 * Texts are written into their indexes in bulk, which leaves a list of those that are not in them yet: every search would look
 * through megabytes of it. Only the owner of an index may complete it.
 */
const CompleteSearchTexts = sqlMigration('CompleteSearchTexts1764700000007', {
  up: `
      CREATE FUNCTION reports.complete_search_texts() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = ''
      AS $$ ${INDEXES.map((index) => `SELECT pg_catalog.gin_clean_pending_list('reports.search_${index}'::pg_catalog.regclass);`).join(' ')} $$;
    `,
  down: 'DROP FUNCTION reports.complete_search_texts',
});

/** Which run of its job writes a report, for of two only the later one may; and up to which day the ledger went. */
const AddReportAttempts = sqlMigration('AddReportAttempts1764800000001', {
  up: `
      ALTER TABLE reports.ai_reports ADD COLUMN attempt uuid, ADD COLUMN as_of date;
      CREATE INDEX ai_reports_expiry ON reports.ai_reports (coalesce(generated_at, requested_at));
    `,
  down: `
      DROP INDEX reports.ai_reports_expiry;
      ALTER TABLE reports.ai_reports DROP COLUMN attempt, DROP COLUMN as_of;
    `,
});

/**
 * What is kept under a name becomes views of any list, filter sets of transaction reports among them; and which of them a
 * person's screen opens with.
 *
 * Programs of before may run on for a moment: to them the filter sets stay a table of the old name, and what they add is a
 * filter set by default. A later version drops both.
 */
const KeepViews = sqlMigration('KeepViews1764900000001', {
  up: `
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
  down: `
      DROP TABLE reports.default_views;
      DROP VIEW reports.saved_filters;
      DELETE FROM reports.saved_views WHERE screen <> 'report';
      DROP INDEX reports.saved_views_name;
      DROP INDEX reports.saved_views_shared;
      ALTER TABLE reports.saved_views DROP COLUMN screen;
      ALTER TABLE reports.saved_views RENAME COLUMN content TO filters;
      ALTER TABLE reports.saved_views RENAME TO saved_filters;
      CREATE UNIQUE INDEX saved_filters_name ON reports.saved_filters (owner_id, lower(name));
      CREATE INDEX saved_filters_shared ON reports.saved_filters (id) WHERE visibility = 'shared';
    `,
});

/** What may be told of reports that are written or failed: their title and for whom, nothing of what they say. */
const ShowFinishedReports = sqlMigration('ShowFinishedReports1764900000006', {
  up: `
      CREATE VIEW reports.finished_reports AS
        SELECT id, title, state, requested_by, coalesce(generated_at, progress_at, requested_at) AS finished_at
          FROM reports.ai_reports WHERE state IN ('completed', 'failed');
    `,
  down: 'DROP VIEW reports.finished_reports;',
});

const CreateReportsRetention = sqlMigration('CreateReportsRetention1765200000005', {
  up: createPurgeRuns('reports'),
  down: dropPurgeRuns('reports'),
});

/** In the order they run; each is applied once and never edited afterwards. */
export const reportsMigrations: (new () => MigrationInterface)[] = [
  CreateReports,
  CreateReportsAuditOutbox,
  CreateReportWork,
  CreateSearch,
  CountStreamDays,
  CompleteSearchTexts,
  AddReportAttempts,
  KeepViews,
  ShowFinishedReports,
  CreateReportsRetention,
  IndexSearchByDay,
  SearchUnknownCompany1765500000005,
];
