import { createAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import { type MigrationStep, sqlMigration } from '@clearwatch/service-kit/database/sql-migration';
import { createLocks } from '@clearwatch/service-kit/database/transaction';
import { createPurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { keepCompanyArrivals, leaveOutUnknownCompany } from './company-migrations.ts';
import { CREATE_ALERT_REVIEW } from './create-alert-review.ts';
import { CREATE_ANALYTICS } from './create-analytics.ts';
import { CREATE_LIST_FIGURES } from './create-list-figures.ts';

/** Only these columns of an alert affect the member and company lists. */
const NOTE_ALTERED_ALERTS = `
  CREATE OR REPLACE FUNCTION analytics.note_altered_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO analytics.changed_alerts (alert_id, account_number)
    SELECT changed.id, changed.account_number FROM changed JOIN before USING (id)
     WHERE (changed.activity_type, changed.account_number, changed.activity_date, changed.risk_level, changed.reviewed,
            changed.review_outcome, changed.evidence, changed.entries_gone)
           IS DISTINCT FROM
           (before.activity_type, before.account_number, before.activity_date, before.risk_level, before.reviewed,
            before.review_outcome, before.evidence, before.entries_gone);
    RETURN NULL;
  END $$;`;

/** Run in order of the timestamps in the names, which the database records. Each is applied once and never edited. */
const MIGRATIONS: Record<string, MigrationStep> = {
  CreateAnalytics1763600000004: CREATE_ANALYTICS,

  CreateAnalyticsAuditOutbox1763700000004: createAuditOutbox('analytics'),

  CreateUndo1764000000004: `
      CREATE TABLE analytics.projected_undos (
        import_id    bigint PRIMARY KEY,
        projected_at timestamptz NOT NULL DEFAULT now()
      );
      ALTER TABLE analytics.detection_runs
        DROP CONSTRAINT detection_runs_kind_check,
        DROP CONSTRAINT detection_runs_check,
        DROP CONSTRAINT detection_runs_import_id_key,
        ADD CONSTRAINT detection_runs_kind_check CHECK (kind IN ('import', 'undo', 'full')),
        ADD CONSTRAINT detection_runs_check CHECK ((kind IN ('import', 'undo')) = (import_id IS NOT NULL)),
        ADD CONSTRAINT detection_runs_import UNIQUE (import_id, kind);
    `,

  CreateListFigures1764200000004: CREATE_LIST_FIGURES,

  CreateCasework1764300000004: CREATE_ALERT_REVIEW,

  /**
   * Stores the number of accounts once per name. When it was in each account's row, a new account caused updates of all
   * rows and index entries under its name. A missing name is '' with one account. `peer_steps` counts active members by
   * the first digits of their figures. New names are added to their index in bulk, and searches are slow until the
   * pending list is merged. Index-only scans need vacuumed pages, and by default autovacuum waits until a fifth of all
   * rows have changed. A sample of ten million rows shows too few accounts, which leads to a million index lookups.
   */
  CountBearers1764400000004: `
      CREATE TABLE analytics.member_bearers (
        member_key text PRIMARY KEY,
        accounts   integer NOT NULL
      );
      INSERT INTO analytics.member_bearers (member_key, accounts)
      SELECT member_key, count(*) FROM analytics.member_figures WHERE member_key IS NOT NULL GROUP BY 1
      UNION ALL VALUES ('', 1);
      CREATE INDEX member_bearers_accounts ON analytics.member_bearers (accounts, member_key);

      ALTER TABLE analytics.member_figures DROP COLUMN account_count;
      DROP INDEX analytics.member_figures_key;
      UPDATE analytics.member_figures SET member_key = '' WHERE member_key IS NULL;
      ALTER TABLE analytics.member_figures ALTER member_key SET NOT NULL;
      CREATE INDEX member_figures_key ON analytics.member_figures (member_key, member_id);

      CREATE TABLE analytics.peer_steps (
        figure text NOT NULL,
        step   numeric(18,2) NOT NULL,
        peers  integer NOT NULL,
        PRIMARY KEY (figure, step)
      );
      INSERT INTO analytics.peer_steps (figure, step, peers)
      SELECT figure, trunc(value, 3 - length(trunc(value)::text)) AS step, count(*)
        FROM analytics.list_state, analytics.member_figures f,
             LATERAL (VALUES ('credits', f.credits), ('debits', f.debits), ('transactions', f.transactions)) AS v (figure, value)
       WHERE last_day >= as_of - 365
       GROUP BY 1, 2;

      -- Only the owner of an index may do this.
      CREATE FUNCTION analytics.complete_name_search() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = ''
      AS $$ SELECT pg_catalog.gin_clean_pending_list('analytics.member_names_search'::pg_catalog.regclass) $$;
      ALTER TABLE analytics.member_figures SET (autovacuum_vacuum_scale_factor = 0.05,
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
      ALTER TABLE analytics.member_names SET (autovacuum_vacuum_scale_factor = 0.05,
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
      ALTER TABLE analytics.account_days ALTER account_number SET (n_distinct = -0.1);
    `,

  KeepCompanyArrivals1764700000004: keepCompanyArrivals,

  CreateInstitutionProfiles1764800000004: `
      CREATE TABLE analytics.institution_profiles (
        version        integer PRIMARY KEY CHECK (version > 0),
        name           text NOT NULL CHECK (name <> ''),
        routing_number text CHECK (routing_number ~ '^[0-9]{9}$'),
        charter_number text,
        address_lines  text[] NOT NULL,
        contact_phone  text,
        contact_email  text,
        saved_by       integer NOT NULL,
        saved_by_name  text NOT NULL,
        saved_at       timestamptz NOT NULL DEFAULT now()
      );
    `,

  /** Settings and notifications. Rows of deleted users are deleted by age. */
  CreateNotifications1764900000004: `
      CREATE TABLE analytics.notification_settings (
        user_id  integer PRIMARY KEY,
        settings jsonb NOT NULL,
        saved_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE analytics.notifications (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id    integer NOT NULL,
        kind       text NOT NULL,
        outcome    text,
        subject_id bigint,
        count      integer NOT NULL DEFAULT 1,
        label      text,
        actor      text,
        day        date,
        created_at timestamptz NOT NULL DEFAULT now(),
        read_at    timestamptz
      );
      CREATE INDEX notifications_newest ON analytics.notifications (user_id, id DESC);
      CREATE INDEX notifications_unread ON analytics.notifications (user_id) WHERE read_at IS NULL;

      -- Events already sent, or skipped because no user wanted them. An event found several times is sent once.
      CREATE TABLE analytics.told_facts (
        source  text NOT NULL,
        subject text NOT NULL,
        told_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (source, subject)
      );
      -- Events from before the notification feature are not sent.
      CREATE TABLE analytics.telling_since (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        since    timestamptz NOT NULL DEFAULT now()
      );
      INSERT INTO analytics.telling_since DEFAULT VALUES;

      -- What a run has raised.
      CREATE INDEX unusual_activities_run ON analytics.unusual_activities (run_id);
    `,

  /**
   * Ingest retains the entries in `evidence_entries` for as long as their alerts exist. Before `purged_before`, the
   * ledger is incomplete, so `ledger_first_day` is never earlier.
   */
  CreateAnalyticsRetention1765200000004: `
      CREATE TABLE analytics.projected_purges (
        purge_id     bigint PRIMARY KEY,
        projected_at timestamptz NOT NULL DEFAULT now()
      );
      ${createPurgeRuns('analytics')}
      ALTER TABLE analytics.ledger_state ADD COLUMN purged_before date;

      CREATE VIEW analytics.evidence_entries AS
      SELECT a.id AS alert_id, (shown ->> 'transactionId')::bigint AS transaction_id
        FROM analytics.unusual_activities a CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'entries') AS shown
       UNION
      SELECT id, transaction_id FROM analytics.unusual_activities;

      -- The first day of a ledger that is whole from then on.
      CREATE FUNCTION analytics.ledger_first_day() RETURNS date LANGUAGE sql STABLE
      RETURN (SELECT greatest(min(day), (SELECT purged_before FROM analytics.ledger_state))
                FROM analytics.ledger_days WHERE day > '-infinity');
    `,

  /** Without MATERIALIZED, PostgreSQL computes ten thousand digests for a hundred alerts. */
  DigestAlertsOnce1765300000004: `
  DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('analytics.append_alert_links'::regproc), 'wanted AS (', 'wanted AS MATERIALIZED (');
  END $$`,

  AddInstitutionContact1765410000004: `
      ALTER TABLE analytics.institution_profiles
        ADD COLUMN contact_name text,
        ADD COLUMN display_time_zone text CHECK (
          display_time_zone IN ('America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'));
    `,

  LeaveOutUnknownCompany1765500000004: leaveOutUnknownCompany,

  /** Reviewed alerts stay after an undo of their import. `entries_gone` marks them, and `counted_alerts` omits them. */
  CountAlertsOfTheLedger1765400000004: `
      ALTER TABLE analytics.unusual_activities ADD COLUMN entries_gone boolean NOT NULL DEFAULT false;
      CREATE INDEX unusual_activities_gone ON analytics.unusual_activities (id) WHERE entries_gone;
      DROP INDEX analytics.unusual_activities_counted;
      CREATE INDEX unusual_activities_counted ON analytics.unusual_activities (reviewed, risk_level, activity_type)
        INCLUDE (entries_gone);
      CREATE VIEW analytics.counted_alerts AS
      SELECT * FROM analytics.unusual_activities WHERE NOT (reviewed AND entries_gone);
      ${NOTE_ALTERED_ALERTS}
      UPDATE analytics.unusual_activities a SET entries_gone = true
       WHERE NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.id = a.transaction_id)
         AND NOT EXISTS (
               SELECT FROM jsonb_array_elements(a.evidence -> 'entries') AS shown
                 JOIN ledger.transactions t ON t.account_number = shown ->> 'accountNumber'
                  AND t.event_date = (shown ->> 'day')::date AND t.amount = (shown ->> 'amount')::numeric
                  AND t.transaction_type::text = shown ->> 'transactionType' AND t.company = shown ->> 'company'
                WHERE shown ->> 'transactionId' = a.transaction_id::text);
    `,

  /**
   * The service computes a MAC for each link with a key that the database does not have. Links without one come before
   * the first link with one, which covers them through `previous`.
   */
  KeyAlertChain1766300000004: `
      ALTER TABLE analytics.alert_links
        ADD COLUMN key_id text,
        ADD COLUMN mac    bytea,
        ADD CONSTRAINT alert_links_mac CHECK ((key_id IS NULL) = (mac IS NULL)),
        DROP CONSTRAINT alert_links_event_check,
        ADD CONSTRAINT alert_links_event_check CHECK (event IN ('raised', 'grown', 'revised', 'removed', 'sealed'));
      CREATE INDEX alert_links_keyed ON analytics.alert_links (position) WHERE mac IS NOT NULL;
      ${createLocks('analytics', ['alert writers', 'company status', 'notifications'])}
    `,
};

export const analyticsMigrations = Object.entries(MIGRATIONS).map(([name, up]) => sqlMigration(name, up));
