import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Users (spec "users") and their recovery codes. `session_version` is raised by everything that must end a user's
 * sessions: the gateway compares it, through the view `principals`, on every request.
 */
export class CreateUsers1763600000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW auth.principals; DROP TABLE auth.recovery_codes; DROP TABLE auth.users;');
  }
}
