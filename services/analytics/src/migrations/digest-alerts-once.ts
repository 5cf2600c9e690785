import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Without MATERIALIZED PostgreSQL computes ten thousand digests for a hundred alerts. */
export class DigestAlertsOnce1765300000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(appendAlertLinksWith({ from: 'wanted AS (', to: 'wanted AS MATERIALIZED (' }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(appendAlertLinksWith({ from: 'wanted AS MATERIALIZED (', to: 'wanted AS (' }));
  }
}

const appendAlertLinksWith = ({ from, to }: { from: string; to: string }) => `
  DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('analytics.append_alert_links'::regproc), '${from}', '${to}');
  END $$`;
