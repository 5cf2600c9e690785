import { createAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import { type MigrationStep, sqlMigration } from '@clearwatch/service-kit/database/sql-migration';

/** In execution order, by the names recorded in the database. Never edit an applied migration. */
const MIGRATIONS: Record<string, MigrationStep> = {
  /** Sessions (spec "sessions") and the shared counters for the rate limits. */
  CreateSessions1763600000001: `
      CREATE TABLE sessions.sessions (
        sid    text PRIMARY KEY,
        sess   json NOT NULL,
        expire timestamptz NOT NULL
      );
      CREATE INDEX sessions_expire ON sessions.sessions (expire);

      CREATE TABLE sessions.rate_limits (
        key    varchar(255) PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      );
    `,

  /** `public_id` is safe to show; `sid` is the secret in the cookie. */
  ExtendSessions1763700000001: `
      ALTER TABLE sessions.sessions
        ADD public_id uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD last_activity timestamptz NOT NULL DEFAULT now(),
        ADD user_id integer GENERATED ALWAYS AS ((sess -> 'signedIn' ->> 'userId')::integer) STORED;
      CREATE UNIQUE INDEX sessions_public_id ON sessions.sessions (public_id);
      CREATE INDEX sessions_user ON sessions.sessions (user_id);
      ${createAuditOutbox('sessions')}
    `,

  /** `backups_awaited`: a backup is not overdue right after an installation or a restore. */
  RecordBackups1763900000001: `
      CREATE TABLE sessions.backups (
        as_of timestamptz PRIMARY KEY,
        bytes bigint NOT NULL,
        key_id text NOT NULL,
        missing integer NOT NULL
      );
      CREATE TABLE sessions.backups_awaited (since timestamptz NOT NULL DEFAULT now());
      INSERT INTO sessions.backups_awaited DEFAULT VALUES;
    `,

  /** Admin actions that wait for a second admin. Two requests for the same action never wait at the same time. */
  CreateApprovals1766300000001: `
      CREATE TABLE sessions.security_settings (
        id        boolean PRIMARY KEY DEFAULT true CHECK (id),
        approvals text[] NOT NULL,
        version   integer NOT NULL,
        saved_by  text NOT NULL,
        saved_at  timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE sessions.approval_requests (
        id              integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind            text NOT NULL,
        state           text NOT NULL DEFAULT 'pending',
        method          text NOT NULL,
        path            text NOT NULL,
        subject         text,
        body            jsonb,
        requested_by_id integer NOT NULL,
        requested_by    text NOT NULL,
        requested_at    timestamptz NOT NULL DEFAULT now(),
        expires_at      timestamptz NOT NULL,
        decided_by_id   integer CHECK (decided_by_id IS NULL OR state = 'withdrawn' OR decided_by_id <> requested_by_id),
        decided_by      text,
        decided_at      timestamptz,
        failure         text
      );
      CREATE UNIQUE INDEX approval_requests_pending ON sessions.approval_requests (method, path) WHERE state = 'pending';

      CREATE VIEW sessions.pending_approvals AS
        SELECT id, kind, subject, requested_by_id, requested_by, requested_at
        FROM sessions.approval_requests WHERE state = 'pending' AND expires_at > now();
    `,
};

export const migrations = Object.entries(MIGRATIONS).map(([name, up]) => sqlMigration(name, up));
