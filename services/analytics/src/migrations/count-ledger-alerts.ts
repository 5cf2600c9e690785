import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Decided alerts stay when their import is undone, with `entries_gone`; `counted_alerts` leaves them out of all figures. */
export class CountAlertsOfTheLedger1765400000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.unusual_activities ADD COLUMN entries_gone boolean NOT NULL DEFAULT false;
      CREATE INDEX unusual_activities_gone ON analytics.unusual_activities (id) WHERE entries_gone;
      DROP INDEX analytics.unusual_activities_counted;
      CREATE INDEX unusual_activities_counted ON analytics.unusual_activities (reviewed, risk_level, activity_type)
        INCLUDE (entries_gone);
      CREATE VIEW analytics.counted_alerts AS
      SELECT * FROM analytics.unusual_activities WHERE NOT (reviewed AND entries_gone);
      ${noteAltered('before.evidence, before.entries_gone', 'changed.evidence, changed.entries_gone')}
      UPDATE analytics.unusual_activities a SET entries_gone = true
       WHERE NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.id = a.transaction_id)
         AND NOT EXISTS (
               SELECT FROM jsonb_array_elements(a.evidence -> 'entries') AS shown
                 JOIN ledger.transactions t ON t.account_number = shown ->> 'accountNumber'
                  AND t.event_date = (shown ->> 'day')::date AND t.amount = (shown ->> 'amount')::numeric
                  AND t.transaction_type::text = shown ->> 'transactionType' AND t.company = shown ->> 'company'
                WHERE shown ->> 'transactionId' = a.transaction_id::text);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${noteAltered('before.evidence', 'changed.evidence')}
      DROP VIEW analytics.counted_alerts;
      DROP INDEX analytics.unusual_activities_counted;
      CREATE INDEX unusual_activities_counted ON analytics.unusual_activities (reviewed, risk_level, activity_type);
      ALTER TABLE analytics.unusual_activities DROP COLUMN entries_gone;
    `);
  }
}

/** What of an alert lists of members and companies show. */
const noteAltered = (before: string, changed: string) => `
  CREATE OR REPLACE FUNCTION analytics.note_altered_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO analytics.changed_alerts (alert_id, account_number)
    SELECT changed.id, changed.account_number FROM changed JOIN before USING (id)
     WHERE (changed.activity_type, changed.account_number, changed.activity_date, changed.risk_level, changed.reviewed,
            changed.review_outcome, ${changed})
           IS DISTINCT FROM
           (before.activity_type, before.account_number, before.activity_date, before.risk_level, before.reviewed,
            before.review_outcome, ${before});
    RETURN NULL;
  END $$;`;
