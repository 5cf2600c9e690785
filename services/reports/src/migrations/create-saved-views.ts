import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is kept under a name becomes views of any list, filter sets of transaction reports among them; and which of them a
 * person's screen opens with.
 *
 * Programs of before may run on for a moment: to them the filter sets stay a table of the old name, and what they add is a
 * filter set by default. A later version drops both.
 */
export class KeepViews1764900000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE reports.saved_filters RENAME TO saved_views;
      ALTER TABLE reports.saved_views RENAME COLUMN filters TO content;
      ALTER TABLE reports.saved_views ADD COLUMN screen text NOT NULL DEFAULT 'report'
        CHECK (screen IN ('report', 'members', 'companies', 'fraud', 'audit'));
      DROP INDEX reports.saved_filters_name;
      DROP INDEX reports.saved_filters_shared;
      CREATE UNIQUE INDEX saved_views_name ON reports.saved_views (owner_id, screen, lower(name));
      CREATE INDEX saved_views_shared ON reports.saved_views (screen, id) WHERE visibility = 'shared';

      CREATE VIEW reports.saved_filters AS
      SELECT id, owner_id, owner_name, name, visibility, content AS filters, updated_at
        FROM reports.saved_views WHERE screen = 'report';

      CREATE TABLE reports.default_views (
        user_id integer NOT NULL,
        screen  text NOT NULL,
        view_id integer NOT NULL REFERENCES reports.saved_views ON DELETE CASCADE,
        PRIMARY KEY (user_id, screen)
      );
      CREATE INDEX default_views_view ON reports.default_views (view_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE reports.default_views;
      DROP VIEW reports.saved_filters;
      DELETE FROM reports.saved_views WHERE screen <> 'report';
      DROP INDEX reports.saved_views_name;
      DROP INDEX reports.saved_views_shared;
      ALTER TABLE reports.saved_views DROP COLUMN screen;
      ALTER TABLE reports.saved_views RENAME COLUMN content TO filters;
      ALTER TABLE reports.saved_views RENAME TO saved_filters;
      CREATE UNIQUE INDEX saved_filters_name ON reports.saved_filters (owner_id, lower(name));
      CREATE INDEX saved_filters_shared ON reports.saved_filters (id) WHERE visibility = 'shared';
    `);
  }
}
