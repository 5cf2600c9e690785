import type { MigrationInterface, QueryRunner } from 'typeorm';

/** AI reports are asked for, written by a worker, and kept with every fact that they state. */
export class CreateReportWork1764600000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
    `);
  }
}
