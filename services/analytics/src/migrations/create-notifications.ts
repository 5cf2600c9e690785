import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings and notifications. Rows of deleted users are deleted by age. */
export class CreateNotifications1764900000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX analytics.unusual_activities_run;
      DROP TABLE analytics.telling_since; DROP TABLE analytics.told_facts;
      DROP TABLE analytics.notifications; DROP TABLE analytics.notification_settings;
    `);
  }
}
