import { createPurgeRuns, dropPurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Ingest retains the entries of `evidence_entries` for as long as their alerts exist. Before `purged_before` the ledger is
 * incomplete, so the first day of an older entry means nothing.
 */
export class CreateAnalyticsRetention1765200000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE analytics.projected_purges (
        purge_id     bigint PRIMARY KEY,
        projected_at timestamptz NOT NULL DEFAULT now()
      );
      ${createPurgeRuns('analytics')}
      ALTER TABLE analytics.ledger_state ADD COLUMN purged_before date;

      CREATE VIEW analytics.evidence_entries AS
      SELECT a.id AS alert_id, (shown ->> 'transactionId')::bigint AS transaction_id
        FROM analytics.unusual_activities a CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'entries') AS shown
       UNION
      SELECT id, transaction_id FROM analytics.unusual_activities;

      -- The first day of a ledger that is whole from then on.
      CREATE FUNCTION analytics.ledger_first_day() RETURNS date LANGUAGE sql STABLE
      RETURN (SELECT greatest(min(day), (SELECT purged_before FROM analytics.ledger_state))
                FROM analytics.ledger_days WHERE day > '-infinity');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION analytics.ledger_first_day; DROP VIEW analytics.evidence_entries;
      ALTER TABLE analytics.ledger_state DROP COLUMN purged_before;
      ${dropPurgeRuns('analytics')}
      DROP TABLE analytics.projected_purges;
    `);
  }
}
