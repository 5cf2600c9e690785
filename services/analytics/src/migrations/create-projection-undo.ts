import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUndo1764000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM analytics.detection_runs WHERE kind = 'undo';
      ALTER TABLE analytics.detection_runs
        DROP CONSTRAINT detection_runs_import,
        DROP CONSTRAINT detection_runs_check,
        DROP CONSTRAINT detection_runs_kind_check,
        ADD CONSTRAINT detection_runs_kind_check CHECK (kind IN ('import', 'full')),
        ADD CONSTRAINT detection_runs_check CHECK ((kind = 'import') = (import_id IS NOT NULL)),
        ADD CONSTRAINT detection_runs_import_id_key UNIQUE (import_id);
      DROP TABLE analytics.projected_undos;
    `);
  }
}
