import { createAuditOutbox, dropAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions (spec "sessions") and the shared counters of the rate limits. */
class CreateSessions1763600000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sessions.rate_limits; DROP TABLE sessions.sessions;');
  }
}

/** `public_id` is safe to show; `sid` is the secret in the cookie. */
class ExtendSessions1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions.sessions
        ADD public_id uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD last_activity timestamptz NOT NULL DEFAULT now(),
        ADD user_id integer GENERATED ALWAYS AS ((sess -> 'signedIn' ->> 'userId')::integer) STORED;
      CREATE UNIQUE INDEX sessions_public_id ON sessions.sessions (public_id);
      CREATE INDEX sessions_user ON sessions.sessions (user_id);
      ${createAuditOutbox('sessions')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropAuditOutbox('sessions')}
      ALTER TABLE sessions.sessions DROP public_id, DROP last_activity, DROP user_id;
    `);
  }
}

/** `backups_awaited`: a backup is not overdue right after an installation or a restore. */
class RecordBackups1763900000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sessions.backups (
        as_of timestamptz PRIMARY KEY,
        bytes bigint NOT NULL,
        key_id text NOT NULL,
        missing integer NOT NULL
      );
      CREATE TABLE sessions.backups_awaited (since timestamptz NOT NULL DEFAULT now());
      INSERT INTO sessions.backups_awaited DEFAULT VALUES;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sessions.backups, sessions.backups_awaited');
  }
}

/** In execution order. Each is applied once and never edited afterwards. */
export const migrations: (new () => MigrationInterface)[] = [
  CreateSessions1763600000001,
  ExtendSessions1763700000001,
  RecordBackups1763900000001,
];
