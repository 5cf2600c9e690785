import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import { emptyTables } from '@clearwatch/infra-postgres/testing/test-database';
import type { Client } from 'pg';

/** Everything an alert says, without what the row itself is called; companies as others use them left out. */
export async function alertsInFull(client: Client): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query<Record<string, unknown> & { evidence: AlertEvidence }>(
    `SELECT activity_type, account_number, transaction_id, activity_date::text, amount, percentage_change, risk_level,
            description, evidence, rule_version, policy_version, reviewed
       FROM analytics.unusual_activities ORDER BY account_number, activity_type, transaction_id`,
  );
  return rows.map(({ evidence, ...alert }) => ({
    ...alert,
    evidence: {
      ...evidence,
      companies: evidence.companies.map(({ company, firstSeenOnAccount }) => ({
        company,
        firstSeenOnAccount,
      })),
    },
  }));
}

const DEADLOCK = '40P01';

/** Names of companies stay, so that processes which know of companies see that they have changed. */
const STAYS = ['detection_policies', 'ledger_state', 'company_names', 'audit_outbox'];

/** An installation that nothing was ever imported into; ids begin anew. */
export async function forgetEverything(client: Client): Promise<void> {
  const { rows } = await client.query<{ tables: string[] }>(
    `SELECT array_agg(format('%I.%I', schemaname, tablename)) AS tables
       FROM pg_tables WHERE schemaname IN ('ledger', 'analytics') AND tablename <> ALL ($1)`,
    [STAYS],
  );
  const forget = async (): Promise<void> => {
    await emptyTables(client, rows[0]?.tables ?? [], { ids: 'from 1' });
    await client.query(`
      UPDATE analytics.ledger_state SET version = version + 1, accounts = 0;
      UPDATE analytics.company_names SET changed_in = version FROM analytics.ledger_state`);
  };
  // What looks at the tables by a clock, such as for notifications, may hold one of them and wait for another.
  await forget().catch((error: { code?: string }) => {
    if (error.code !== DEADLOCK) throw error;
    return forget();
  });
}

/** Uses up the ids that an import of so many entries would have taken, so that later ones have the same in both. */
export async function skipImport(client: Client, entries: number): Promise<void> {
  await client.query(`SELECT nextval(pg_get_serial_sequence('ledger.imports', 'id'))`);
  await client.query(
    `SELECT nextval(pg_get_serial_sequence('ledger.transactions', 'id')) FROM generate_series(1, $1::integer)`,
    [entries],
  );
}
