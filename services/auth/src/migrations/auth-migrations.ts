import { type MigrationStep, sqlMigration } from '@clearwatch/service-kit/database/sql-migration';
import { createLocks } from '@clearwatch/service-kit/database/transaction';
import { createPurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import type { QueryRunner } from 'typeorm';

function replaceInExpiryFunction(replacements: readonly (readonly [from: string, to: string])[]) {
  return async (runner: QueryRunner): Promise<void> => {
    const [row] = (await runner.query(
      `SELECT pg_get_functiondef('auth.expire_audit_month(date)'::regprocedure) AS definition`,
    )) as { definition: string }[];
    const definition = row?.definition ?? '';
    if (!replacements.every(([from]) => definition.includes(from)))
      throw new Error('auth.expire_audit_month does not match what earlier migrations created');
    await runner.query(replacements.reduce((text, [from, to]) => text.replace(from, to), definition));
  };
}

const SEALED = 'SELECT * INTO sealed FROM auth.audit_seals WHERE month = which;';
const UNLESS_HELD = `IF EXISTS (SELECT 1 FROM ledger.legal_holds WHERE released_at IS NULL) THEN
          RAISE EXCEPTION 'a legal hold stands: month % is kept', which;
        END IF;`;

/** In execution order, by the names recorded in the database. Never edit an applied migration. */
const MIGRATIONS: Record<string, MigrationStep> = {
  /** The gateway compares `session_version` on every request, through the view `principals`. */
  CreateUsers1763600000002: `
      CREATE TABLE auth.users (
        id                     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        username               text NOT NULL CHECK (username = btrim(username) AND length(username) BETWEEN 1 AND 100),
        password               text NOT NULL,
        role                   text NOT NULL DEFAULT 'User' CHECK (role IN ('User', 'Admin')),
        two_factor_secret      text,
        two_factor_enabled     boolean NOT NULL DEFAULT false,
        two_factor_last_step   bigint NOT NULL DEFAULT 0,
        is_active              boolean NOT NULL DEFAULT true,
        last_login             timestamptz,
        failed_login_attempts  integer NOT NULL DEFAULT 0,
        locked_until           timestamptz,
        last_failed_login      timestamptz,
        password_reset_token   text,
        password_reset_expires timestamptz,
        force_password_reset   boolean NOT NULL DEFAULT false,
        session_version        integer NOT NULL DEFAULT 1,
        created_at             timestamptz NOT NULL DEFAULT now(),
        updated_at             timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX users_username ON auth.users (lower(username));

      CREATE TABLE auth.recovery_codes (
        id        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id   integer NOT NULL REFERENCES auth.users ON DELETE CASCADE,
        code_hash text NOT NULL,
        used_at   timestamptz
      );
      CREATE INDEX recovery_codes_user ON auth.recovery_codes (user_id);

      CREATE VIEW auth.principals AS
        SELECT id, username, role, is_active, two_factor_enabled, force_password_reset, session_version
        FROM auth.users;
    `,

  /**
   * The service's role may insert and read events and seals but never change or delete them (owners.ts, append-only).
   * Only `expire_audit_month` removes events: sealed months past the retention period. The head reveals truncation.
   */
  CreateAuditLog1763700000002: `
      ALTER TABLE auth.users ADD failures_since_login integer NOT NULL DEFAULT 0;

      CREATE TABLE auth.audit_events (
        seq           bigint PRIMARY KEY,
        id            uuid NOT NULL UNIQUE,
        at            timestamptz NOT NULL,
        recorded_at   timestamptz NOT NULL,
        actor_id      integer,
        actor_name    text NOT NULL,
        actor_role    text NOT NULL,
        address       text,
        request_id    text,
        action        text NOT NULL,
        subject_type  text NOT NULL,
        subject_id    text,
        subject_label text,
        detail        jsonb NOT NULL,
        previous_hash text NOT NULL,
        key_id        text NOT NULL,
        hash          text NOT NULL,
        -- What our programs cannot read would hide behind their errors: numbers they have, years of four digits.
        CONSTRAINT audit_events_readable CHECK (
          seq <= 9007199254740991
          AND at BETWEEN '1000-01-01 00:00+00' AND '9999-12-31 00:00+00'
          AND recorded_at BETWEEN '1000-01-01 00:00+00' AND '9999-12-31 00:00+00')
      );
      CREATE INDEX audit_events_at ON auth.audit_events (at);
      CREATE INDEX audit_events_actor ON auth.audit_events (actor_id, seq);
      CREATE INDEX audit_events_subject ON auth.audit_events (subject_type, subject_id, seq);
      CREATE INDEX audit_events_action ON auth.audit_events (action, seq);

      CREATE TABLE auth.audit_head (
        id     boolean PRIMARY KEY DEFAULT true CHECK (id),
        seq    bigint NOT NULL,
        hash   text NOT NULL,
        recorded_at timestamptz NOT NULL,
        key_id text NOT NULL,
        mac    text NOT NULL
      );

      CREATE TABLE auth.audit_seals (
        month         date PRIMARY KEY CHECK (extract(day FROM month) = 1),
        first_seq     bigint NOT NULL,
        last_seq      bigint NOT NULL,
        events        bigint NOT NULL CHECK (events = last_seq - first_seq + 1),
        previous_hash text NOT NULL,
        last_hash     text NOT NULL,
        sealed_at     timestamptz NOT NULL,
        -- Digest of the seal before it, so that a new seal vouches for older ones whose key has been retired.
        previous_seal text NOT NULL,
        key_id        text NOT NULL,
        mac           text NOT NULL
      );

      CREATE TABLE auth.audit_expiries (
        month      date PRIMARY KEY REFERENCES auth.audit_seals,
        expired_at timestamptz NOT NULL DEFAULT now()
      );

      -- The only way events leave. It runs with its owner's rights, so it checks everything itself: oldest month first,
      -- sealed, older than a year, of that month alone, and as many as were sealed. A clock that runs ahead for an hour
      -- makes every month old: the log itself must have gone on for twelve.
      CREATE FUNCTION auth.expire_audit_month(which date) RETURNS bigint
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
      DECLARE
        sealed auth.audit_seals;
        deleted bigint;
      BEGIN
        SELECT * INTO sealed FROM auth.audit_seals WHERE month = which;
        IF NOT FOUND THEN RAISE EXCEPTION 'month % is not sealed', which; END IF;
        IF which + interval '13 months' > now() THEN
          RAISE EXCEPTION 'month % is not older than a year', which;
        END IF;
        IF EXISTS (SELECT 1 FROM auth.audit_events WHERE seq < sealed.first_seq) THEN
          RAISE EXCEPTION 'months before % have not expired yet', which;
        END IF;
        -- The role that writes seals is not trusted: a seal must not delete newer events.
        IF EXISTS (
          SELECT 1 FROM auth.audit_events
          WHERE seq BETWEEN sealed.first_seq AND sealed.last_seq
            AND (recorded_at < which OR recorded_at >= which + interval '1 month')
        ) THEN
          RAISE EXCEPTION 'the seal of % covers events of other months', which;
        END IF;
        IF (SELECT count(*) FROM auth.audit_seals WHERE month > which) < 12 THEN
          RAISE EXCEPTION 'month % is not followed by twelve sealed months', which;
        END IF;
        DELETE FROM auth.audit_events WHERE seq BETWEEN sealed.first_seq AND sealed.last_seq;
        GET DIAGNOSTICS deleted = ROW_COUNT;
        IF deleted <> sealed.events THEN
          RAISE EXCEPTION 'month % holds % events instead of %', which, deleted, sealed.events;
        END IF;
        INSERT INTO auth.audit_expiries (month) VALUES (which);
        RETURN deleted;
      END $$;
      REVOKE ALL ON FUNCTION auth.expire_audit_month FROM PUBLIC;

      -- Other services see which of their events have arrived, and nothing else.
      CREATE VIEW auth.recorded_audit_events AS SELECT id FROM auth.audit_events;
    `,

  /**
   * Any legal hold keeps every month: events are not assigned to members, and the chain expires by whole months. The
   * ledger tables are created later; PostgreSQL resolves them when the function is called.
   */
  KeepAuditLogWhileHeld1765200000002: replaceInExpiryFunction([[SEALED, `${UNLESS_HELD}\n        ${SEALED}`]]),

  CreateAuthRetention1765300000002: createPurgeRuns('auth'),

  /** Six years is the shortest retention period that can be set (Nacha Operating Rules, subsection 1.4.1). */
  KeepAuditLogSixYears1765900000002: replaceInExpiryFunction([
    ["'13 months'", "'73 months'"],
    ['older than a year', 'older than six years'],
  ]),

  /** The head can only become the newest event, so the service's role cannot set it back to hide removed events. */
  ProtectAuditHead1766300000002: `
      ${createLocks('auth', ['audit log', 'audit seals', 'admin actions', 'first start'])}

      CREATE FUNCTION auth.check_audit_head() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND NEW.seq <= OLD.seq THEN
          RAISE EXCEPTION 'the head of the audit log only moves forward';
        END IF;
        IF EXISTS (SELECT 1 FROM auth.audit_events WHERE seq > NEW.seq) OR NOT EXISTS (
          SELECT 1 FROM auth.audit_events e
          WHERE e.seq = NEW.seq AND e.hash = NEW.hash AND e.recorded_at = NEW.recorded_at
        ) THEN
          RAISE EXCEPTION 'the head of the audit log must be its newest event';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER audit_head_moves_forward BEFORE INSERT OR UPDATE ON auth.audit_head
        FOR EACH ROW EXECUTE FUNCTION auth.check_audit_head();
    `,

  /** For the system status: the worker that anchors is another process than the API. */
  CreateAnchorProblems1766300000003: `
      CREATE TABLE auth.anchor_problems (
        target  text PRIMARY KEY CHECK (target IN ('file', 'syslog', 'https')),
        problem text NOT NULL CHECK (problem IN ('failed', 'rewritten')),
        since   timestamptz NOT NULL DEFAULT now()
      );
    `,

  /**
   * The code that a sign-in needs after a two-factor reset, and what others did to an account. Users see these changes
   * at sign-in and among their notifications.
   */
  TellUsersOfAccountChanges1766400000002: `
      ALTER TABLE auth.users
        ADD activation_code_hash text,
        ADD activation_code_expires timestamptz;

      CREATE VIEW auth.account_changes AS
        SELECT seq AS id, subject_id AS user_id, at, recorded_at, actor_name AS by, kind
        FROM auth.audit_events, LATERAL (SELECT CASE action
          WHEN 'password.reset' THEN
            CASE WHEN (detail ->> 'forceReset')::boolean THEN 'password_reset' ELSE 'password_reset_kept' END
          WHEN 'two_factor.reset' THEN 'two_factor_reset'
          WHEN 'user.role_changed' THEN CASE WHEN detail ->> 'to' = 'Admin' THEN 'made_admin' ELSE 'made_user' END
          WHEN 'user.activated' THEN 'activated'
          WHEN 'user.deactivated' THEN 'deactivated'
          WHEN 'user.unlocked' THEN 'unlocked'
          WHEN 'session.ended' THEN CASE WHEN detail ->> 'by' = 'admin' THEN 'sessions_ended' END
          WHEN 'admin.recovered' THEN 'recovered'
        END AS kind) change
        WHERE subject_type = 'user' AND kind IS NOT NULL AND actor_id::text IS DISTINCT FROM subject_id;
    `,
};

export const migrations = Object.entries(MIGRATIONS).map(([name, up]) => sqlMigration(name, up));
