import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of signed-in staff (spec "sessions") and the counters of the rate limits, shared by all gateways. */
export class CreateSessions1763600000001 implements MigrationInterface {
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
