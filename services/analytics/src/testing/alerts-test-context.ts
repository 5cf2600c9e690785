import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import { createTestDatabase, emptyTables, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import type { Client } from 'pg';
import { type LedgerEntry, TestLedger } from './analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics } from './analytics-test-context.ts';

/** All alert data except row ids and how many other accounts use the companies. */
export async function readAllAlerts(client: Client): Promise<Record<string, unknown>[]> {
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

/** Company names are kept, so that processes that have cached companies notice the change. */
const STAYS = ['detection_policies', 'ledger_state', 'company_names', 'audit_outbox', 'locks'];

/** Restores the state of an installation without imports. Ids restart at 1. */
export async function deleteDetectionData(client: Client): Promise<void> {
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
  // Scheduled jobs, such as the notification collector, may have locked one table and be waiting for another.
  await forget().catch((error: { code?: string }) => {
    if (error.code !== DEADLOCK) throw error;
    return forget();
  });
}

/** Skips the ids that an import with this many entries would have used, so that later imports have the same ids in both installations. */
export async function skipImport(client: Client, entries: number): Promise<void> {
  await client.query(`SELECT nextval(pg_get_serial_sequence('ledger.imports', 'id'))`);
  await client.query(
    `SELECT nextval(pg_get_serial_sequence('ledger.transactions', 'id')) FROM generate_series(1, $1::integer)`,
    [entries],
  );
}

interface AlertRow {
  type?: string;
  risk?: string;
  /** ISO day of the trigger. */
  day?: string;
  amount?: string;
  account?: string;
  description?: string;
  evidence?: object;
  /** Reviewed by an unknown user before Clearwatch stored histories. */
  reviewed?: boolean;
  outcome?: string;
  createdAt?: string;
}

const DEFAULTS = {
  account: 'A',
  type: 'structuring',
  day: '2026-06-01',
  amount: '100.00',
  risk: 'medium',
  description: 'Possible pattern',
  evidence: { triggerEntryId: '1' },
  reviewed: false,
  outcome: null,
  createdAt: null,
};

/** The alert API with alerts created by the test itself. Account A belongs to Ana Sample. */
export class AlertsTestContext {
  private constructor(
    private readonly database: TestDatabase,
    readonly ledger: TestLedger,
    readonly analytics: RunningAnalytics,
  ) {}

  static async start(
    entries: readonly LedgerEntry[] = [],
    options: Parameters<typeof startAnalytics>[1] = {},
  ): Promise<AlertsTestContext> {
    const database = await createTestDatabase();
    const ledger = await TestLedger.at(database.ownerUrl);
    await ledger.import([
      {
        account: 'A',
        firstName: 'Ana',
        lastName: 'Sample',
        amount: '1.00',
        type: 'Credit',
        day: '2026-06-30',
      },
      ...entries,
    ]);
    return new AlertsTestContext(database, ledger, await startAnalytics(database, options));
  }

  async stop(): Promise<void> {
    await this.analytics.stop();
    await this.ledger.close();
    await this.database.drop();
  }

  /** Starts a second process of the service on the same tables. */
  another(): Promise<RunningAnalytics> {
    return startAnalytics(this.database);
  }

  async forgetAlerts(): Promise<void> {
    const tables = ['analytics.unusual_activities', 'analytics.audit_outbox'];
    await emptyTables(this.ledger.client, tables, { ids: 'from 1' });
  }

  /** Ids start at 1 after `forgetAlerts`. */
  async stored(...alerts: readonly AlertRow[]): Promise<void> {
    await this.ledger.client.query(
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
         percentage_change, risk_level, description, evidence, rule_version, policy_version, reviewed, review_outcome,
         created_at)
       SELECT type, account, row_number() OVER () + (SELECT count(*) FROM analytics.unusual_activities), day, amount, 12.5,
              risk, description, evidence, 1, 1, reviewed, outcome, coalesce("createdAt", now())
         FROM jsonb_to_recordset($1::jsonb) AS a (type text, account text, day date, amount numeric, risk text,
           description text, evidence jsonb, reviewed boolean, outcome text, "createdAt" timestamptz)`,
      [JSON.stringify(alerts.map((alert) => ({ ...DEFAULTS, ...alert })))],
    );
  }

  async letLocksRunOut(): Promise<void> {
    await this.ledger.client.query(
      `UPDATE analytics.unusual_activities SET locked_until = now() - interval '1 second' WHERE locked_until IS NOT NULL`,
    );
  }

  /** Events sent to the audit log, oldest first. */
  async trail(): Promise<Record<string, unknown>[]> {
    const { rows } = await this.ledger.client.query<Record<string, unknown>>(
      `SELECT action, actor_id, actor_name, address, request_id, subject_type, subject_id, subject_label, detail
         FROM analytics.audit_outbox ORDER BY at, action, subject_id`,
    );
    return rows;
  }

  async steps(id: number): Promise<{ step: string; by: string; outcome: string | null; note: string | null }[]> {
    const { rows } = await this.ledger.client.query(
      `SELECT step, by_name AS by, outcome, note FROM analytics.alert_steps WHERE alert_id = $1 ORDER BY id`,
      [id],
    );
    return rows;
  }
}
