import { createAuditOutbox, dropAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import { sqlMigration } from '@clearwatch/service-kit/database/sql-migration';
import { createPurgeRuns, dropPurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import type { MigrationInterface } from 'typeorm';
import { CountBearers } from './count-accounts-per-name.ts';
import { CreateCasework } from './create-alert-review.ts';
import { CreateAnalytics } from './create-analytics.ts';
import { CreateListFigures } from './create-list-figures.ts';
import { LeaveOutUnknownCompany1765500000004 } from './exclude-unknown-company.ts';
import { KeepCompanyArrivals1764700000004 } from './store-company-first-use.ts';

const CreateAnalyticsAuditOutbox = sqlMigration('CreateAnalyticsAuditOutbox1763700000004', {
  up: createAuditOutbox('analytics'),
  down: dropAuditOutbox('analytics'),
});

const CreateUndo = sqlMigration('CreateUndo1764000000004', {
  up: `
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
  down: `
      DELETE FROM analytics.detection_runs WHERE kind = 'undo';
      ALTER TABLE analytics.detection_runs
        DROP CONSTRAINT detection_runs_import,
        DROP CONSTRAINT detection_runs_check,
        DROP CONSTRAINT detection_runs_kind_check,
        ADD CONSTRAINT detection_runs_kind_check CHECK (kind IN ('import', 'full')),
        ADD CONSTRAINT detection_runs_check CHECK ((kind = 'import') = (import_id IS NOT NULL)),
        ADD CONSTRAINT detection_runs_import_id_key UNIQUE (import_id);
      DROP TABLE analytics.projected_undos;
    `,
});

const CreateInstitutionProfiles = sqlMigration('CreateInstitutionProfiles1764800000004', {
  up: `
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
  down: 'DROP TABLE analytics.institution_profiles;',
});

/** Settings and notifications. Rows of deleted users are deleted by age. */
const CreateNotifications = sqlMigration('CreateNotifications1764900000004', {
  up: `
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

      -- What has been told, or would have been to somebody who wants it: a fact is told once, however often it is found.
      CREATE TABLE analytics.told_facts (
        source  text NOT NULL,
        subject text NOT NULL,
        told_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (source, subject)
      );
      -- Nobody is told of what was there before there were notifications.
      CREATE TABLE analytics.telling_since (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        since    timestamptz NOT NULL DEFAULT now()
      );
      INSERT INTO analytics.telling_since DEFAULT VALUES;

      -- What a run has raised.
      CREATE INDEX unusual_activities_run ON analytics.unusual_activities (run_id);
    `,
  down: `
      DROP INDEX analytics.unusual_activities_run;
      DROP TABLE analytics.telling_since; DROP TABLE analytics.told_facts;
      DROP TABLE analytics.notifications; DROP TABLE analytics.notification_settings;
    `,
});

/**
 * Ingest retains the entries of `evidence_entries` for as long as their alerts exist. Before `purged_before` the ledger is
 * incomplete, so the first day of an older entry means nothing.
 */
const CreateAnalyticsRetention = sqlMigration('CreateAnalyticsRetention1765200000004', {
  up: `
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
  down: `
      DROP FUNCTION analytics.ledger_first_day; DROP VIEW analytics.evidence_entries;
      ALTER TABLE analytics.ledger_state DROP COLUMN purged_before;
      ${dropPurgeRuns('analytics')}
      DROP TABLE analytics.projected_purges;
    `,
});

const appendAlertLinksWith = ({ from, to }: { from: string; to: string }) => `
  DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('analytics.append_alert_links'::regproc), '${from}', '${to}');
  END $$`;

/** Without MATERIALIZED PostgreSQL computes ten thousand digests for a hundred alerts. */
const DigestAlertsOnce = sqlMigration('DigestAlertsOnce1765300000004', {
  up: appendAlertLinksWith({ from: 'wanted AS (', to: 'wanted AS MATERIALIZED (' }),
  down: appendAlertLinksWith({ from: 'wanted AS MATERIALIZED (', to: 'wanted AS (' }),
});

const AddInstitutionContact = sqlMigration('AddInstitutionContact1765410000004', {
  up: `
      ALTER TABLE analytics.institution_profiles
        ADD COLUMN contact_name text,
        ADD COLUMN display_time_zone text CHECK (
          display_time_zone IN ('America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'));
    `,
  down: `
      ALTER TABLE analytics.institution_profiles DROP COLUMN contact_name, DROP COLUMN display_time_zone;
    `,
});

/** What of an alert lists of members and companies show. */
const noteAltered = (before: string, changed: string) => `
  CREATE OR REPLACE FUNCTION analytics.note_altered_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO analytics.changed_alerts (alert_id, account_number)
    SELECT changed.id, changed.account_number FROM changed JOIN before USING (id)
     WHERE (changed.activity_type, changed.account_number, changed.activity_date, changed.risk_level, changed.reviewed,
            changed.review_outcome, ${changed})
           IS DISTINCT FROM
           (before.activity_type, before.account_number, before.activity_date, before.risk_level, before.reviewed,
            before.review_outcome, ${before});
    RETURN NULL;
  END $$;`;

/** Decided alerts stay when their import is undone, with `entries_gone`; `counted_alerts` leaves them out of all figures. */
const CountAlertsOfTheLedger = sqlMigration('CountAlertsOfTheLedger1765400000004', {
  up: `
      ALTER TABLE analytics.unusual_activities ADD COLUMN entries_gone boolean NOT NULL DEFAULT false;
      CREATE INDEX unusual_activities_gone ON analytics.unusual_activities (id) WHERE entries_gone;
      DROP INDEX analytics.unusual_activities_counted;
      CREATE INDEX unusual_activities_counted ON analytics.unusual_activities (reviewed, risk_level, activity_type)
        INCLUDE (entries_gone);
      CREATE VIEW analytics.counted_alerts AS
      SELECT * FROM analytics.unusual_activities WHERE NOT (reviewed AND entries_gone);
      ${noteAltered('before.evidence, before.entries_gone', 'changed.evidence, changed.entries_gone')}
      UPDATE analytics.unusual_activities a SET entries_gone = true
       WHERE NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.id = a.transaction_id)
         AND NOT EXISTS (
               SELECT FROM jsonb_array_elements(a.evidence -> 'entries') AS shown
                 JOIN ledger.transactions t ON t.account_number = shown ->> 'accountNumber'
                  AND t.event_date = (shown ->> 'day')::date AND t.amount = (shown ->> 'amount')::numeric
                  AND t.transaction_type::text = shown ->> 'transactionType' AND t.company = shown ->> 'company'
                WHERE shown ->> 'transactionId' = a.transaction_id::text);
    `,
  down: `
      ${noteAltered('before.evidence', 'changed.evidence')}
      DROP VIEW analytics.counted_alerts;
      DROP INDEX analytics.unusual_activities_counted;
      CREATE INDEX unusual_activities_counted ON analytics.unusual_activities (reviewed, risk_level, activity_type);
      ALTER TABLE analytics.unusual_activities DROP COLUMN entries_gone;
    `,
});

/** In the order they run; each is applied once and never edited afterwards. */
export const analyticsMigrations: (new () => MigrationInterface)[] = [
  CreateAnalytics,
  CreateAnalyticsAuditOutbox,
  CreateUndo,
  CreateListFigures,
  CreateCasework,
  CountBearers,
  KeepCompanyArrivals1764700000004,
  CreateInstitutionProfiles,
  CreateNotifications,
  CreateAnalyticsRetention,
  DigestAlertsOnce,
  AddInstitutionContact,
  LeaveOutUnknownCompany1765500000004,
  CountAlertsOfTheLedger,
];
