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
};

export const migrations = Object.entries(MIGRATIONS).map(([name, up]) => sqlMigration(name, up));
